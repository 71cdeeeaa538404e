package io.dronedelivery.servicekit.problem;

import org.jspecify.annotations.Nullable;

/**
 * Maps a library's exception that reaches the edge of the service to the problem for the caller. Beans of this type are called in their order;
 * the first answer counts.
 */
@FunctionalInterface
public interface ProblemMapping {

    /**
     * @param failure what a handler or filter failed with
     * @return the answer for the caller, or null when this mapping does not know the failure
     */
    @Nullable
    ProblemException map(Throwable failure);
}
