package io.dronedelivery.messaging.servicebus;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Spreads keys over a fixed number of sessions: events with the same key share a lane, and a lane is handled in order. */
public final class Lanes {

    private final String[] names;

    /** @param count the same for all publishers of a channel */
    public Lanes(int count) {
        names = IntStream.range(0, count).mapToObj(lane -> "lane-" + lane).toArray(String[]::new);
    }

    Stream<String> names() {
        return Arrays.stream(names);
    }

    /** The lane of a key, such as {@code lane-3}. */
    public String of(String key) {
        return names[indexOf(key)];
    }

    /** The number of a key's lane, from 0. */
    int indexOf(String key) {
        // The high bits of String.hashCode vary little between short keys.
        int hash = key.hashCode() * 0x9E3779B9;
        return Math.floorMod(hash ^ (hash >>> 16), names.length);
    }
}
