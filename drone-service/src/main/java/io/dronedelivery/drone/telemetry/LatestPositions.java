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
 * What each drone told last. When there are more drones than are to be kept, a tenth of them is forgotten: those heard of longest ago.
 * Any thread may call it; those who listen cost the others a look into a map.
 */
final class LatestPositions {

    private static final int SHARE_TO_FORGET = 10;
    private static final long MOST_AHEAD_MICROS = TimeUnit.MINUTES.toMicros(5);

    private final int most;
    private final Map<String, Kept> latest = new ConcurrentHashMap<>();
    private final Map<String, Listeners> listeners = new ConcurrentHashMap<>();
    /** How often what is kept has changed. It is counted and changed within one exclusion, so that a count says what it covers. */
    private long changes;

    private record Kept(Telemetry told, long change) {}

    LatestPositions(int most) {
        this.most = most;
    }

    /** Messages may come in any order, and again. One of a clock that is far ahead would hide all that follow: it is left out. */
    void update(Telemetry told) {
        if (told.createdMicros() > StreamFigures.now() + MOST_AHEAD_MICROS) {
            return;
        }
        if (keep(told) && !listeners.isEmpty()) {
            tell(told);
        }
    }

    private synchronized boolean keep(Telemetry told) {
        Kept known = latest.get(told.droneId());
        if (known != null && !told.isNewerThan(known.told())) {
            return false;
        }
        if (known == null && latest.size() >= most) {
            forgetSome();
        }
        latest.put(told.droneId(), new Kept(told, ++changes));
        return true;
    }

    private synchronized long changes() {
        return changes;
    }

    private void forgetSome() {
        List<Telemetry> oldest = latest.values().stream()
                .map(Kept::told)
                .sorted(Comparator.comparingLong(Telemetry::createdMicros))
                .limit(Math.max(1, most / SHARE_TO_FORGET))
                .toList();
        oldest.forEach(telemetry -> latest.remove(telemetry.droneId()));
    }

    private void tell(Telemetry told) {
        Listeners of = listeners.get(told.droneId());
        if (of != null) {
            of.tell(told);
        }
    }

    @Nullable
    Telemetry of(String droneId) {
        Kept kept = latest.get(droneId);
        return kept == null ? null : kept.told();
    }

    int size() {
        return latest.size();
    }

    /**
     * What is known of a drone, and from then on what it tells, always newer than the last. Whoever reads more slowly than it comes gets
     * the latest one next.
     *
     * @param interval the least time between two
     */
    Flux<Telemetry> live(String droneId, Duration interval) {
        return Flux.defer(() -> {
            Flux<Telemetry> told = Flux.defer(() -> join(droneId).flux())
                    .doFinally(end -> leave(droneId))
                    .onBackpressureLatest()
                    .sample(interval);
            long[] last = {Long.MIN_VALUE};
            return Flux.merge(told, Mono.fromSupplier(() -> of(droneId)))
                    .filter(telemetry -> {
                        boolean newer = telemetry.createdMicros() > last[0];
                        last[0] = Math.max(last[0], telemetry.createdMicros());
                        return newer;
                    })
                    .onBackpressureLatest();
        });
    }

    /**
     * What is known of all drones, and from then on the latest of each that has told something new. For whoever reads it nothing is kept
     * but a number: what is read next is looked up when it is read. A position may come twice.
     *
     * @param interval the least time between two looks
     */
    Flux<Telemetry> liveOfAll(Duration interval) {
        return Flux.defer(() -> {
            long[] seen = {0};
            return Flux.interval(Duration.ZERO, interval)
                    .onBackpressureLatest()
                    .concatMap(look -> changedSince(seen), 1);
        });
    }

    private Flux<Telemetry> changedSince(long[] seen) {
        long before = seen[0];
        seen[0] = changes();
        return Flux.fromIterable(latest.values())
                .filter(kept -> kept.change() > before)
                .map(Kept::told);
    }

    private Listeners join(String droneId) {
        return Objects.requireNonNull(
                listeners.compute(droneId, (id, present) -> (present == null ? new Listeners() : present).one(1)));
    }

    private void leave(String droneId) {
        listeners.computeIfPresent(droneId, (id, present) -> present.one(-1).isEmpty() ? null : present);
    }

    /** Those who listen to one drone. They are counted within the map's own exclusion, so that none joins what is being removed. */
    private static final class Listeners {

        private final Sinks.Many<Telemetry> sink = Sinks.many().multicast().directBestEffort();
        private int count;

        Listeners one(int more) {
            count += more;
            return this;
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** A sink takes one message at a time; a drone may be told of by the archive's reader and by that of the other partitions. */
        synchronized void tell(Telemetry told) {
            sink.tryEmitNext(told);
        }

        Flux<Telemetry> flux() {
            return sink.asFlux();
        }
    }
}
