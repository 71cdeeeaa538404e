package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.call.SecondAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The results of an aggregation's parts. All arrays are in the order of the parts. They are never changed after construction, because
 * coalesced requests share them.
 *
 * @param bodies the JSON of each part, null for one that failed
 * @param failures why a part failed, null for one that did not
 * @param nanos how long each part took
 * @param waitNanos the longest that a part waited for a place at its backend, 0 when none did
 * @param totalNanos how long it took until the last part had ended
 * @param again which parts' calls were sent a second time, null when none was
 * @param result what else there is to say of a plan with dependencies, null for one whose parts all began at once
 */
record Aggregate(
        byte[] @Nullable [] bodies,
        @Nullable BackendFailure[] failures,
        long[] nanos,
        long waitNanos,
        long totalNanos,
        boolean complete,
        @Nullable SecondAttempt @Nullable [] again,
        @Nullable PlanResult result) {

    /** Of parts that all began at once. */
    Aggregate(
            byte[] @Nullable [] bodies,
            @Nullable BackendFailure[] failures,
            long[] nanos,
            long waitNanos,
            long totalNanos,
            boolean complete,
            @Nullable SecondAttempt @Nullable [] again) {
        this(bodies, failures, nanos, waitNanos, totalNanos, complete, again, null);
    }
}
