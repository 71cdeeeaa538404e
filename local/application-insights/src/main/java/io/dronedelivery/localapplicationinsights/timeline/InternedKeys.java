package io.dronedelivery.localapplicationinsights.timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The keys in use: one object for each, and a limit on their number. */
final class InternedKeys<K> {
    static final String OTHER = "(other)";

    private final int limit;
    private final UnaryOperator<K> other;
    private final Map<K, K> known = new HashMap<>();

    InternedKeys(int limit, UnaryOperator<K> other) {
        this.limit = limit;
        this.other = other;
    }

    /** The object for an equal key, or the key for the rest when the limit is reached. */
    K intern(K key) {
        K found = known.get(key);
        if (found != null) {
            return found;
        }
        if (known.size() >= limit) {
            return other.apply(key);
        }
        known.put(key, key);
        return key;
    }

    void clear() {
        known.clear();
    }
}
