package io.dronedelivery.requestreply.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Closes the SDK's receivers on its own threads. Closing a session's receiver blocks its thread until the broker has confirmed, and the
 * confirmation needs a thread of Reactor's {@code boundedElastic}. If receivers were closed on those threads, all of them could be blocked,
 * and no confirmation could run until the timeout.
 */
final class ReceiverCloser {

    private static final Logger log = LoggerFactory.getLogger(ReceiverCloser.class);
    private static final int AT_A_TIME = 8;
    private static final int IDLE_SECONDS = 10;

    private final Duration timeout;
    private final Scheduler threads =
            Schedulers.newBoundedElastic(AT_A_TIME, Integer.MAX_VALUE, "jobs-closing", IDLE_SECONDS, true);
    private final Set<Sinks.Empty<Void>> closing = ConcurrentHashMap.newKeySet();

    /** @param timeout how long {@link #closed()} waits at most */
    ReceiverCloser(Duration timeout) {
        this.timeout = timeout;
    }

    /** Begins to close the receiver; see {@link #closed()}. */
    void close(ServiceBusReceiverAsyncClient receiver) {
        Sinks.Empty<Void> closed = Sinks.empty();
        closing.add(closed);
        try {
            threads.schedule(() -> close(receiver, closed));
        } catch (RejectedExecutionException e) {
            log.debug("A receiver ends with its connection", e);
            ended(closed);
        }
    }

    private void close(ServiceBusReceiverAsyncClient receiver, Sinks.Empty<Void> closed) {
        try {
            receiver.close();
        } catch (RuntimeException e) {
            log.debug("The broker did not confirm that a receiver is closed", e);
        } finally {
            ended(closed);
        }
    }

    private void ended(Sinks.Empty<Void> closed) {
        closing.remove(closed);
        closed.tryEmitEmpty();
    }

    /**
     * Completes when all receivers passed in so far are closed.
     *
     * @return fails after the timeout with a {@link TimeoutException} that says how many are still open
     */
    Mono<Void> closed() {
        return Mono.defer(() ->
                        Mono.when(closing.stream().map(Sinks.Empty::asMono).toList()))
                .timeout(timeout, Mono.error(this::impatient));
    }

    private TimeoutException impatient() {
        return new TimeoutException(closing.size() + " receivers of Service Bus were not closed within " + timeout);
    }

    /** Stops its threads; no receiver can be closed any more. */
    void dispose() {
        threads.dispose();
    }
}
