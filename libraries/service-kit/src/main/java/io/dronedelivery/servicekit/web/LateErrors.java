package io.dronedelivery.servicekit.web;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponseException;
import reactor.core.Exceptions;
import reactor.core.publisher.Hooks;
import reactor.netty.channel.AbortedException;

/**
 * What becomes of an error after its request has ended: the caller has gone, or has been told that the time is over. Reactor would
 * log each as an error of ours. An answer that nobody waits for is none; anything else is worth a warning.
 */
final class LateErrors implements Consumer<Throwable> {

    private static final Logger log = LoggerFactory.getLogger(LateErrors.class);

    /** From now on, for all of this JVM and in the place of any other. Installing it again changes nothing. */
    static void install() {
        // Reactor would call one after the other.
        Hooks.resetOnErrorDropped();
        Hooks.onErrorDropped(new LateErrors());
    }

    @Override
    public void accept(Throwable error) {
        Throwable reason = Exceptions.unwrap(error);
        if (reason instanceof ErrorResponseException answer) {
            log.debug("nobody waits for this answer any more: {}", answer.getBody());
        } else if (reason instanceof AbortedException) {
            log.debug("the other side has left", reason);
        } else {
            // Under load there are hundreds, and where they come from is seldom of interest.
            log.warn("an error came after its request had ended: {}", reason.toString());
            log.debug("it came from here", reason);
        }
    }
}
