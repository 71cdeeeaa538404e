package io.dronedelivery.lab.accounts.queuedesigns;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.dronedelivery.lab.kit.load.LoadResult;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one test measured.
 *
 * @param hello calls of a trivial endpoint of the same server: what the machine and the load generator allow
 * @param sizes of the original's numbers of requests, the smallest first; empty for the bounded queue
 * @param killed with a worker killed in the middle; absent without workers and for the bounded queue
 * @param refusals absent unless there was room for fewer requests than there were callers
 */
record DesignFigures(
        DesignPart hello,
        List<Size> sizes,
        @Nullable Killed killed,
        @Nullable RefusalCounts refusals) {

    /** The run with most requests. */
    Size largest() {
        return sizes.get(sizes.size() - 1);
    }

    /**
     * A load and what it cost.
     *
     * @param stackCpu time of the processors that the stack's JVM used for a request, in microseconds; PostgreSQL is not in it
     * @param machineCpu share of the machine's processors that all processes used
     */
    record DesignPart(@JsonUnwrapped LoadResult load, double stackCpu, double machineCpu) {}

    /** A number of requests, made several times. */
    record Size(int requests, List<DesignPart> rounds) {

        DesignPart median() {
            List<DesignPart> ordered = rounds.stream()
                    .sorted(Comparator.comparingDouble(part -> part.load().rate()))
                    .toList();
            return ordered.get(ordered.size() / 2);
        }

        /** How many were served in the round that was worst. */
        int served() {
            return rounds.stream().mapToInt(part -> part.load().served()).min().orElse(0);
        }

        double share() {
            return (double) served() / requests;
        }
    }

    /**
     * A load during which a worker was killed.
     *
     * @param after how many requests were over when it was dead
     * @param restarts how many workers were replaced meanwhile
     */
    record Killed(@JsonUnwrapped DesignPart part, int after, long restarts) {}

    /**
     * Loads on a queue without room for all.
     *
     * @param once callers who do not come back
     * @param again callers who come back after the time that they were told
     */
    record RefusalCounts(DesignPart once, DesignPart again) {}
}
