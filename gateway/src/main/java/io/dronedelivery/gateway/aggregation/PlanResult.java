package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the run of a plan with dependencies says beside the parts. The arrays are in the order of the parts.
 *
 * @param startNanos when each part began, from the beginning of the whole
 * @param after the index of the part whose end let it begin, -1 for a part that waited for none
 * @param elements the elements of lists that failed
 * @param stale the parts for which a kept answer or a constant stands in
 * @param uses how kept answers were used, null for a part without; null when the answers of no part are kept
 */
record PlanResult(
        long[] startNanos,
        int[] after,
        List<ElementFailure> elements,
        List<StalePart> stale,
        @Nullable CacheUse @Nullable [] uses) {

    /**
     * A part that is not what its backend has just answered.
     *
     * @param part the index of the part
     * @param from {@code cache}, {@code last-good} or {@code value}
     * @param ageSeconds of the kept answer, -1 for a constant
     */
    record StalePart(int part, String from, long ageSeconds) {}

    /**
     * An element of a list whose call failed.
     *
     * @param part the index of the part
     * @param element the text of the element
     */
    record ElementFailure(int part, String element, BackendFailure failure) {}
}
