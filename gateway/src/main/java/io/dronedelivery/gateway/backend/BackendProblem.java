package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;

/** The answer to a request whose call to a backend failed. */
public final class BackendProblem {

    private BackendProblem() {}

    /**
     * @param backend which is named in the answer
     * @param limitedByCaller whether the call had less time than it may take because the caller brought less
     * @param detail what happened, in words for the caller
     */
    public static ProblemException of(Backend backend, BackendFailure failure, boolean limitedByCaller, String detail) {
        ProblemType type =
                failure instanceof TimedOut && limitedByCaller ? ProblemType.DEADLINE_EXCEEDED : failure.type();
        ProblemException problem = failure instanceof Failed failed && failed.cause() != null
                ? ProblemException.of(type, detail, failed.cause())
                : ProblemException.of(type, detail);
        if (failure instanceof Busy busy) {
            problem.retryAfter(busy.retryAfter());
            busy.facts().forEach(problem::with);
        }
        return problem.with("backend", backend.name());
    }
}
