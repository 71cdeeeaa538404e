package io.dronedelivery.localapplicationinsights.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Caches the last answers for a moment, so that many viewers cost no more than one. */
final class Memo<K, V> {
    private static final Duration MOMENT = Duration.ofMillis(800);
    private static final int CAPACITY = 16;

    private final InstantSource clock;
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>();

    private record Entry<V>(V value, Instant until) {}

    Memo(InstantSource clock) {
        this.clock = clock;
    }

    synchronized V get(K key, Supplier<V> compute) {
        Instant now = clock.instant();
        Entry<V> known = entries.get(key);
        if (known != null && now.isBefore(known.until())) {
            return known.value();
        }
        V value = compute.get();
        entries.remove(key);
        entries.put(key, new Entry<>(value, now.plus(MOMENT)));
        if (entries.size() > CAPACITY) {
            entries.remove(entries.keySet().iterator().next());
        }
        return value;
    }

    synchronized void clear() {
        entries.clear();
    }
}
