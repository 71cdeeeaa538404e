package io.dronedelivery.localcosmos;

import java.time.Duration;
import java.time.Instant;

/**
 * One call as the server saw it.
 *
 * @param region the called region of the account
 * @param database name, or empty when the call concerns none
 * @param container name, or empty
 * @param operation the kind of call, in words with hyphens: {@code query}, {@code read-document}, {@code bulk}, {@code query-plan} ...
 * @param partition id of the physical partition's key range, or empty
 * @param status HTTP status of the answer
 * @param subStatus {@code x-ms-substatus}, or 0
 * @param requestCharge request units
 * @param startedAt when the request's headers had arrived
 * @param duration until the answer was given to the network
 * @param items documents in the answer, or operations in a batch
 * @param retryAfter delay that a throttled caller received, or zero
 */
public record CosmosCall(
        String region,
        String database,
        String container,
        String operation,
        String partition,
        int status,
        int subStatus,
        double requestCharge,
        Instant startedAt,
        Duration duration,
        int items,
        Duration retryAfter) {

    public Instant endedAt() {
        return startedAt.plus(duration);
    }

    /** Whether the call read or wrote documents. Query plans, key ranges and definitions are no data. */
    public boolean isData() {
        return !partition.isEmpty();
    }

    public boolean isThrottled() {
        return status == 429;
    }

    /** Whether the server processed both calls at the same time. */
    public boolean overlaps(CosmosCall other) {
        return startedAt.isBefore(other.endedAt()) && other.startedAt.isBefore(endedAt());
    }
}
