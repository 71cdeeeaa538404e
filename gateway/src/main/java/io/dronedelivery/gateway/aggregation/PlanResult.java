package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import java.util.List;

/**
 * What the run of a plan with dependencies says beside the parts. The arrays are in the order of the parts.
 *
 * @param startNanos when each part began, from the beginning of the whole
 * @param after the index of the part whose end let it begin, -1 for a part that waited for none
 * @param elements the elements of lists that failed
 * @param stale the parts for which a last good answer or a constant stands in
 */
record PlanResult(long[] startNanos, int[] after, List<ElementFailure> elements, List<StalePart> stale) {

    /**
     * A part that is not what its backend has just answered.
     *
     * @param part the index of the part
     * @param from {@code last-good} or {@code value}
     * @param ageSeconds of the last good answer, -1 for a constant
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
