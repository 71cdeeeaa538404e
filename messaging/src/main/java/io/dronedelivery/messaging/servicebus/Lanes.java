package io.dronedelivery.messaging.servicebus;

import java.util.stream.IntStream;

/** Spreads keys over a fixed number of sessions: what has the same key is in the same lane, and a lane is handled in order. */
final class Lanes {

    private final String[] names;

    Lanes(int count) {
        names = IntStream.range(0, count).mapToObj(lane -> "lane-" + lane).toArray(String[]::new);
    }

    /** The lane of a key, such as {@code lane-3}. */
    String of(String key) {
        // The high bits of String.hashCode vary little between short keys.
        int hash = key.hashCode() * 0x9E3779B9;
        return names[Math.floorMod(hash ^ (hash >>> 16), names.length)];
    }
}
