package io.dronedelivery.localcosmos;

import java.time.Instant;

/**
 * What one physical partition did in one second.
 *
 * @param partition id of its key range
 * @param second its beginning
 * @param consumed request units of the calls done
 * @param provisioned the partition's even share of the container's request units per second
 * @param calls done
 * @param throttled calls refused with 429
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
