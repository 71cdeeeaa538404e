package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.Latency;
import java.time.Duration;

/** A region of the account, with a separate endpoint. All regions have the same documents at the same time. Thread-safe. */
public final class Region {
    private final String name;
    private final boolean writes;
    private volatile Latency latency;

    /**
     * @param name the name that clients use
     * @param writes whether it accepts writes
     */
    public Region(String name, boolean writes, Latency latency) {
        this.name = name;
        this.writes = writes;
        this.latency = latency;
    }

    public String name() {
        return name;
    }

    boolean takesWrites() {
        return writes;
    }

    Duration nextLatency() {
        return latency.next();
    }

    public void latency(Latency changed) {
        latency = changed;
    }
}
