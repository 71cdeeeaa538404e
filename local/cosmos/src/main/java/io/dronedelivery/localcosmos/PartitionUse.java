package io.dronedelivery.localcosmos;

import java.time.Instant;

/**
 * The use of one physical partition in one second.
 *
 * @param partition id of its key range
 * @param second its beginning
 * @param consumed request units of the executed calls
 * @param provisioned the partition's even share of the container's request units per second
 * @param calls number of executed calls
 * @param throttled number of calls refused with 429
 */
public record PartitionUse(
        String database,
        String container,
        String partition,
        Instant second,
        double consumed,
        double provisioned,
        int calls,
        int throttled) {}
