package io.dronedelivery.messaging.contract;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.EventHandler;
import io.dronedelivery.messaging.event.EventSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Mono;

/**
 * What the members of a group do, and whether it is in order. Out of order is
 *
 * <ul>
 *   <li>an event that begins although the one before it of its key was never done, by anybody;
 *   <li>an event that begins while another one of its key is handled, by members that are neither {@linkplain Worker#lost killed nor fenced}.
 * </ul>
 *
 * <p>An event that comes once more is in order: events are delivered at least once. Any thread may call it.
 */
final class OrderCheck {

    /** Handlings take different times, so that one could overtake another. */
    private static final int LONGEST_MILLIS = 3;

    /** Some take longer than it takes to give a key to another member. */
    private static final int LONG = 100;

    private static final Duration LONG_TIME = Duration.ofMillis(500);

    /** Some events fail when they come first, and are tried again in their place. */
    private static final int FAILING = 97;

    private final Map<String, Parcel> parcels = new ConcurrentHashMap<>();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final Queue<String> disorder = new ConcurrentLinkedQueue<>();
    private final LongAdder done = new LongAdder();
    private final LongAdder repeats = new LongAdder();

    /** Guarded by itself. */
    private static final class Parcel {
        private final List<Worker> atWork = new ArrayList<>();
        private int done;
    }

    /** The handler of one member. */
    final class Worker implements EventHandler {

        private volatile boolean lost;

        /** Its member is about to be killed or fenced, and will not know of it at once: what it handles another one may handle meanwhile. */
        void lost() {
            lost = true;
        }

        @Override
        public Mono<Void> handle(CloudEvent event) {
            Parcels.Moved moved = Parcels.JSON.read(event, Parcels.Moved.class);
            Parcel parcel = parcels.computeIfAbsent(moved.parcel(), added -> new Parcel());
            return Mono.defer(() -> {
                begin(this, parcel, moved);
                AtomicBoolean ended = new AtomicBoolean();
                // Not doFinally, which comes after the next event of the key has begun.
                return work(event)
                        .doOnSuccess(nothing -> done(parcel, moved))
                        .doOnTerminate(() -> end(this, parcel, ended))
                        .doOnCancel(() -> end(this, parcel, ended));
            });
        }

        EventSubscription subscription(String channel) {
            return EventSubscription.of(channel, BrokerContract.WORKERS).on(Parcels.TYPE, 1, this);
        }
    }

    private Mono<Void> work(CloudEvent event) {
        if (event.getId().hashCode() % FAILING == 0 && failed.add(event.getId())) {
            return Mono.error(new IllegalStateException("It fails once"));
        }
        if (event.getId().hashCode() % LONG == 0) {
            return Mono.delay(LONG_TIME).then();
        }
        int millis = ThreadLocalRandom.current().nextInt(LONGEST_MILLIS + 1);
        return millis == 0
                ? Mono.empty()
                : Mono.delay(Duration.ofMillis(millis)).then();
    }

    private void begin(Worker worker, Parcel parcel, Parcels.Moved moved) {
        synchronized (parcel) {
            if (moved.stop() > parcel.done + 1) {
                disorder.add("%s begins when %d is the last that was done".formatted(moved, parcel.done));
            }
            if (!worker.lost && parcel.atWork.stream().anyMatch(other -> !other.lost)) {
                disorder.add("%s begins while another one of its key is handled".formatted(moved));
            }
            if (moved.stop() <= parcel.done) {
                repeats.increment();
            }
            parcel.atWork.add(worker);
        }
    }

    private void done(Parcel parcel, Parcels.Moved moved) {
        synchronized (parcel) {
            if (moved.stop() > parcel.done) {
                parcel.done = moved.stop();
                done.increment();
            }
        }
    }

    private static void end(Worker worker, Parcel parcel, AtomicBoolean ended) {
        if (ended.compareAndSet(false, true)) {
            synchronized (parcel) {
                parcel.atWork.remove(worker);
            }
        }
    }

    /** The last stop of a parcel that was done. */
    int lastOf(String parcel) {
        Parcel known = parcels.get(parcel);
        if (known == null) {
            return 0;
        }
        synchronized (known) {
            return known.done;
        }
    }

    /** How many events were done, each counted once. */
    long done() {
        return done.sum();
    }

    /** How many handlings were begun of events that were done before. */
    long repeats() {
        return repeats.sum();
    }

    /** What is out of order, in words. */
    List<String> disorder() {
        return List.copyOf(disorder);
    }
}
