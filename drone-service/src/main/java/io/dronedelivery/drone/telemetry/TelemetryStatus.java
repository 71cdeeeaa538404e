package io.dronedelivery.drone.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The present state and figures of this instance's telemetry.
 *
 * @param received messages that this instance has read to archive them, each counted once
 * @param processed those of them whose position was stored, or that were rejected
 * @param archived those of them that are durable
 * @param repeated messages that were read again, because they were not archived before a failure or a rebalance
 * @param rejected messages that are no telemetry; they are in the archive, with the reason
 * @param followed messages that other instances archive, read here for the positions alone
 * @param drones number of drones whose position is known here
 * @param lag messages on the broker that the whole group has not archived yet; -1 when unknown
 * @param files number of files that this instance has completed
 * @param bytes number of bytes that this instance has made durable
 * @param members of the group, where the broker reports them
 * @param trouble why nothing can be archived at the moment; null when it can
 */
record TelemetryStatus(
        long received,
        long processed,
        long archived,
        long repeated,
        long rejected,
        long followed,
        int drones,
        long lag,
        long files,
        long bytes,
        List<MemberStatus> members,
        Legs legs,
        @Nullable String trouble) {

    record MemberStatus(String id, String host, List<Integer> partitions) {}

    /** Durations from a message's scheduled time. */
    record Legs(Leg received, Leg processed, Leg archived) {}

    /** Durations in microseconds; shares from 0 to 1. */
    record Leg(
            long count,
            long p50,
            long p90,
            long p99,
            long p999,
            long max,
            double within1ms,
            double within10ms,
            double within100ms) {}
}
