package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.JobQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The gauge of waiting jobs. It asks the broker every few seconds, because reading a meter must not wait for the broker. */
final class QueueDepth {

    private static final Logger log = LoggerFactory.getLogger(QueueDepth.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final JobQueue queue;
    private volatile double depth = Double.NaN;

    QueueDepth(JobQueue queue, JobMeters meters) {
        this.queue = queue;
        meters.gauge(
                "queue.depth",
                "Jobs that wait for a worker, on Kafka with those in work; no number on Service Bus",
                () -> depth);
    }

    /** @param scheduler whose clock decides when to ask, and how long to wait for the answer */
    Disposable watch(Scheduler scheduler) {
        return Flux.interval(PERIOD, scheduler)
                .onBackpressureDrop()
                .concatMap(tick -> look(scheduler), 1)
                .subscribe();
    }

    private Mono<Long> look(Scheduler scheduler) {
        return queue.depth()
                .timeout(LIMIT, scheduler)
                .doOnNext(jobs -> depth = jobs)
                .onErrorResume(failure -> {
                    log.debug("The depth is not known", failure);
                    depth = Double.NaN;
                    return Mono.empty();
                });
    }
}
