package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks the broker periodically how many dead letters wait. It has a gauge for each subscription, and logs one line at level ERROR when the
 * first dead letter appears. Every instance reports the same number.
 */
final class DeadLetterWatch implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterWatch.class);

    private final List<Watched> subscriptions;
    private final DeadLetterProperties properties;
    private volatile Disposable watching = () -> {};
    private volatile boolean running;

    DeadLetterWatch(List<DeadLetterQueue> queues, DeadLetterProperties properties, MeterRegistry meters) {
        this.properties = properties;
        this.subscriptions =
                queues.stream().map(queue -> new Watched(queue, meters)).toList();
    }

    @Override
    public void start() {
        running = true;
        Duration every = properties.watch();
        if (!every.isZero() && !subscriptions.isEmpty()) {
            watching = Flux.interval(Duration.ZERO, every)
                    .onBackpressureDrop()
                    .concatMap(tick -> check(), 1)
                    .subscribe();
        }
    }

    /** Checks all subscriptions once; never fails. */
    Mono<Void> check() {
        return Flux.fromIterable(subscriptions).concatMap(Watched::check).then();
    }

    @Override
    public void stop() {
        running = false;
        watching.dispose();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** One subscription. One thread at a time checks it. */
    private final class Watched {

        private final DeadLetterQueue queue;
        /** Unknown before the first check. */
        private volatile double waiting = Double.NaN;

        Watched(DeadLetterQueue queue, MeterRegistry meters) {
            this.queue = queue;
            EventSubscription subscription = queue.subscription();
            Gauge.builder("messaging.dead-letters.waiting", this, watched -> watched.waiting)
                    .description(
                            "Dead letters that wait at the broker; every instance reports the same number, so take the"
                                    + " highest, not the sum")
                    .tag("messaging.destination.name", subscription.channel())
                    .tag("messaging.consumer.group.name", subscription.group())
                    .register(meters);
        }

        Mono<Void> check() {
            return Mono.defer(() -> queue.waiting(properties.countLimit()))
                    // The stop interrupts a count; its failure would be logged as one that came too late.
                    .onErrorComplete(failure -> watching.isDisposed())
                    .timeout(properties.timeout().multipliedBy(2))
                    .flatMap(this::counted)
                    .onErrorResume(failure -> {
                        log.warn("The dead letters of {} were not counted: {}", name(), failure.getMessage());
                        return Mono.empty();
                    });
        }

        private String name() {
            return queue.subscription().name();
        }

        private Mono<Void> counted(long count) {
            boolean first = count > 0 && !(waiting > 0);
            boolean last = count == 0 && waiting > 0;
            waiting = count;
            if (last) {
                log.info("No dead letter of {} waits any more", name());
            }
            return first ? alert(count) : Mono.empty();
        }

        /** Logs the alert even when the dead letter cannot be read, or not in time. */
        private Mono<Void> alert(long count) {
            return Mono.defer(() -> queue.page(DeadLetterFilter.ALL, null, 1, 1))
                    .map(page -> page.letters().stream()
                            .findFirst()
                            .map(Watched::described)
                            .orElse(""))
                    .onErrorReturn("")
                    .timeout(properties.timeout(), Mono.just(""))
                    .doOnNext(first -> log.error("{}: {} dead letters wait for an operator{}", name(), count, first))
                    .then();
        }

        private static String described(WaitingDeadLetter letter) {
            return ", the first is %s (event %s of type %s), %s: %s"
                    .formatted(letter.id(), letter.eventId(), letter.type(), letter.reason(), letter.description());
        }
    }
}
