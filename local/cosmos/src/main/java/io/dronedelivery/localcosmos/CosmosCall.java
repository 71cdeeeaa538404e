package io.dronedelivery.localcosmos;

import java.time.Duration;
import java.time.Instant;

/**
 * One call as the server saw it.
 *
 * @param region which of the account's regions was asked
 * @param database name, or empty when the call concerns none
 * @param container name, or empty
 * @param operation what was asked, in words with hyphens: {@code query}, {@code read-document}, {@code bulk}, {@code query-plan} ...
 * @param partition id of the physical partition's key range, or empty
 * @param status HTTP status of the answer
 * @param subStatus {@code x-ms-substatus}, or 0
 * @param requestCharge request units
 * @param startedAt when the request's headers had arrived
 * @param duration until the answer was handed to the network
 * @param items documents in the answer, or operations in a batch
 * @param retryAfter what a throttled caller was told to wait, or zero
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

    /** Whether the call read or wrote documents, in contrast to query plans, key ranges and definitions. */
    public boolean isData() {
        return !partition.isEmpty();
    }

    public boolean isThrottled() {
        return status == 429;
    }

    /** Whether both calls were with the server at the same time. */
    public boolean overlaps(CosmosCall other) {
        return startedAt.isBefore(other.endedAt()) && other.startedAt.isBefore(endedAt());
    }
}
