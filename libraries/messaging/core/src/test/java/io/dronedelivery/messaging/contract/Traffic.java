package io.dronedelivery.messaging.contract;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Several publishers that publish the stops of many parcels, some stops of a parcel in a row, until they are told to end. The stops of a
 * parcel are published by one of them, each when the broker has the one before. What it has not confirmed is published again.
 */
final class Traffic {

    private static final int AT_ONCE = 32;
    private static final int BURST = 5;

    /** How many events may wait for their handlers. */
    private static final int ROOM = 2_000;

    private final List<EventPublisher> publishers;
    private final BiFunction<String, Integer, OutboundEvent> event;
    private final LongSupplier done;
    private final int parcels;
    private final Duration pause;
    private final Map<String, Integer> last = new ConcurrentHashMap<>();
    private final LongAdder published = new LongAdder();
    private volatile boolean ended;

    /**
     * @param event makes the event of a parcel and a stop
     * @param done how many were handled
     * @param parcels how many there are
     * @param pause between two bursts of a caller, of which there are 32 at the same time
     */
    Traffic(
            List<EventPublisher> publishers,
            BiFunction<String, Integer, OutboundEvent> event,
            LongSupplier done,
            int parcels,
            Duration pause) {
        this.publishers = publishers;
        this.event = event;
        this.done = done;
        this.parcels = parcels;
        this.pause = pause;
    }

    /** Completes when it was told to end, and the broker has everything. */
    Mono<Void> untilItEnds() {
        return Flux.range(0, AT_ONCE).flatMap(this::caller, AT_ONCE).then();
    }

    void end() {
        ended = true;
    }

    /** One more stop of each parcel, all by the first publisher; completes when the broker has them. */
    Mono<Void> oneMoreOfEach() {
        return Flux.range(0, parcels)
                .flatMap(number -> stops(number, 1, publishers.get(0)), AT_ONCE)
                .then();
    }

    /** The last stops that were published. */
    Map<String, Integer> lastStops() {
        return Map.copyOf(last);
    }

    private Mono<Void> caller(int first) {
        int own = parcels / AT_ONCE;
        AtomicInteger turn = new AtomicInteger();
        return Mono.defer(() -> stops(
                        first + AT_ONCE * (turn.getAndIncrement() % own),
                        BURST,
                        publishers.get(first % publishers.size())))
                .then(Mono.delay(pause).repeat(() -> !ended && isFull()).then())
                .repeat(() -> !ended)
                .then();
    }

    private boolean isFull() {
        return published.sum() - done.getAsLong() > ROOM;
    }

    private Mono<Void> stops(int number, int count, EventPublisher publisher) {
        String parcel = "parcel-" + number;
        return Flux.range(last.getOrDefault(parcel, 0) + 1, count)
                .concatMap(stop -> publisher
                        .publish(event.apply(parcel, stop))
                        .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(100))
                                .filter(BrokerUnavailableException.class::isInstance))
                        .doOnSuccess(nothing -> {
                            last.put(parcel, stop);
                            published.increment();
                        }))
                .then();
    }
}
