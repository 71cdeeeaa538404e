package io.dronedelivery.drone.telemetry;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The last telemetry of each drone. When the limit of drones is reached, the tenth with the oldest telemetry is forgotten. Any thread may
 * call it. An update costs one lookup in a map when listeners exist.
 */
final class LatestPositions {

    private static final int SHARE_TO_FORGET = 10;
    private static final long MOST_AHEAD_MICROS = TimeUnit.MINUTES.toMicros(5);

    private final int most;
    private final Map<String, Kept> latest = new ConcurrentHashMap<>();
    private final Map<String, Listeners> listeners = new ConcurrentHashMap<>();
    /** Number of changes of the stored telemetry. It is read and changed under one lock, so a number covers all changes before it. */
    private long changes;

    private record Kept(DroneTelemetry received, long change) {}

    LatestPositions(int most) {
        this.most = most;
    }

    /**
     * Stores telemetry. Messages may arrive in any order and repeatedly. A message whose time is far in the future is ignored, because it
     * would hide all later ones.
     */
    void update(DroneTelemetry received) {
        if (received.createdMicros() > StreamFigures.now() + MOST_AHEAD_MICROS) {
            return;
        }
        if (keep(received) && !listeners.isEmpty()) {
            tell(received);
        }
    }

    private synchronized boolean keep(DroneTelemetry received) {
        Kept known = latest.get(received.droneId());
        if (known != null && !received.isNewerThan(known.received())) {
            return false;
        }
        if (known == null && latest.size() >= most) {
            forgetSome();
        }
        latest.put(received.droneId(), new Kept(received, ++changes));
        return true;
    }

    private synchronized long changes() {
        return changes;
    }

    private void forgetSome() {
        List<DroneTelemetry> oldest = latest.values().stream()
                .map(Kept::received)
                .sorted(Comparator.comparingLong(DroneTelemetry::createdMicros))
                .limit(Math.max(1, most / SHARE_TO_FORGET))
                .toList();
        oldest.forEach(telemetry -> latest.remove(telemetry.droneId()));
    }

    private void tell(DroneTelemetry received) {
        Listeners of = listeners.get(received.droneId());
        if (of != null) {
            of.tell(received);
        }
    }

    @Nullable
    DroneTelemetry of(String droneId) {
        Kept kept = latest.get(droneId);
        return kept == null ? null : kept.received();
    }

    int size() {
        return latest.size();
    }

    /**
     * The known telemetry of a drone, and then each newer one. A slow reader skips to the latest one.
     *
     * @param interval the shortest time between two elements
     */
    Flux<DroneTelemetry> live(String droneId, Duration interval) {
        return Flux.defer(() -> {
            Flux<DroneTelemetry> received = Flux.defer(() -> join(droneId).flux())
                    .doFinally(end -> leave(droneId))
                    .onBackpressureLatest()
                    .sample(interval);
            long[] last = {Long.MIN_VALUE};
            return Flux.merge(received, Mono.fromSupplier(() -> of(droneId)))
                    .filter(telemetry -> {
                        boolean newer = telemetry.createdMicros() > last[0];
                        last[0] = Math.max(last[0], telemetry.createdMicros());
                        return newer;
                    })
                    .onBackpressureLatest();
        });
    }

    /**
     * The known telemetry of all drones, and then the latest of each drone with news. A reader costs only one stored number, because each
     * element is looked up when it is read. An element may be repeated.
     *
     * @param interval the shortest time between two checks
     */
    Flux<DroneTelemetry> liveOfAll(Duration interval) {
        return Flux.defer(() -> {
            long[] seen = {0};
            return Flux.interval(Duration.ZERO, interval)
                    .onBackpressureLatest()
                    .concatMap(look -> changedSince(seen), 1);
        });
    }

    private Flux<DroneTelemetry> changedSince(long[] seen) {
        long before = seen[0];
        seen[0] = changes();
        return Flux.fromIterable(latest.values())
                .filter(kept -> kept.change() > before)
                .map(Kept::received);
    }

    private Listeners join(String droneId) {
        return Objects.requireNonNull(
                listeners.compute(droneId, (id, present) -> (present == null ? new Listeners() : present).one(1)));
    }

    private void leave(String droneId) {
        listeners.computeIfPresent(droneId, (id, present) -> present.one(-1).isEmpty() ? null : present);
    }

    /** The listeners of one drone. They are counted under the map's lock, so that none joins an entry that is being removed. */
    private static final class Listeners {

        private final Sinks.Many<DroneTelemetry> sink = Sinks.many().multicast().directBestEffort();
        private int count;

        Listeners one(int more) {
            count += more;
            return this;
        }

        boolean isEmpty() {
            return count == 0;
        }

        /**
         * Synchronized, because a sink takes one message at a time, and two threads may report on a drone: the archive's reader and that of
         * the other partitions.
         */
        synchronized void tell(DroneTelemetry received) {
            sink.tryEmitNext(received);
        }

        Flux<DroneTelemetry> flux() {
            return sink.asFlux();
        }
    }
}
