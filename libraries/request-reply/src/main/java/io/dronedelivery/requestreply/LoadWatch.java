package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.autoscale.Look;
import io.dronedelivery.requestreply.queue.JobQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Reads the load of a queue's workers. One reading at a time: each covers the time since the one before. */
final class LoadWatch {

    private static final Logger log = LoggerFactory.getLogger(LoadWatch.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final double NANOS = 1e9;

    private final RequestSender requests;
    private final WorkerPool workers;
    private final Mono<Optional<Long>> length;
    private final LongSupplier clock;
    private long at;
    private long requested;
    private long handled;

    /** @param clock in nanoseconds, as {@link System#nanoTime()} */
    LoadWatch(RequestSender requests, WorkerPool workers, JobQueue queue, LongSupplier clock) {
        this.requests = requests;
        this.workers = workers;
        this.clock = clock;
        at = clock.getAsLong();
        length = queue.depth()
                .timeout(TIMEOUT)
                .map(Optional::of)
                .onErrorResume(failure -> {
                    log.debug("The length of the queue is not known", failure);
                    return Mono.empty();
                })
                .defaultIfEmpty(Optional.empty());
    }

    Mono<Look> look() {
        return length.map(this::look);
    }

    private Look look(Optional<Long> waiting) {
        long now = clock.getAsLong();
        long requestedNow = requests.made();
        long handledNow = workers.handled();
        ConsumerUtilisation.Room room = workers.roomSinceLastLook();
        double seconds = Math.max(1, now - at) / NANOS;
        double dispatch = (handledNow - handled) / seconds;
        double consumption = Math.max((requestedNow - requested) / seconds, dispatch);
        at = now;
        requested = requestedNow;
        handled = handledNow;
        return new Look(room.utilisation(), consumption, dispatch, waiting.orElse(null), room.fewest());
    }
}
