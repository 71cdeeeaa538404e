package io.dronedelivery.servicekit.edge;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponseException;
import reactor.core.Exceptions;
import reactor.core.publisher.Hooks;
import reactor.netty.channel.AbortedException;

/**
 * Logs errors that come after their request has ended, because its caller has left or its deadline has passed. Reactor would log each one at
 * error. Here a problem detail without a receiver is logged at debug, and everything else at warn.
 */
final class LateErrors implements Consumer<Throwable> {

    private static final Logger log = LoggerFactory.getLogger(LateErrors.class);

    /** Installs it for the whole JVM, instead of any other such hook. Installing it again changes nothing. */
    static void install() {
        // Reactor would call one after the other.
        Hooks.resetOnErrorDropped();
        Hooks.onErrorDropped(new LateErrors());
    }

    @Override
    public void accept(Throwable error) {
        Throwable reason = Exceptions.isErrorCallbackNotImplemented(error) && error.getCause() != null
                ? error.getCause()
                : Exceptions.unwrap(error);
        if (reason instanceof ErrorResponseException answer) {
            log.debug("nobody waits for this answer any more: {}", answer.getBody());
        } else if (reason instanceof AbortedException || isOfTheOtherSide(reason)) {
            log.debug("the other side has left", reason);
        } else if (isOfTheStop(reason)) {
            log.debug("the application has stopped", reason);
        } else {
            // Under load there are hundreds; the stack trace is only logged at debug.
            log.warn("an error came after its request had ended: {}", reason.toString());
            log.debug("it came from here", reason);
        }
    }

    /** An event loop refuses tasks only once it has ended, as Netty says it: what still closes connections then has nothing to close. */
    private static boolean isOfTheStop(Throwable reason) {
        return reason instanceof RejectedExecutionException && "event executor terminated".equals(reason.getMessage());
    }

    /** As the JDK and the operating system say it. */
    private static boolean isOfTheOtherSide(Throwable reason) {
        String message = String.valueOf(reason.getMessage());
        return reason instanceof IOException
                && (message.contains("Connection reset") || message.contains("Broken pipe"));
    }
}
