package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.BackendFailure;
import io.dronedelivery.gateway.backend.BackendFailure.NotFound;
import io.dronedelivery.gateway.backend.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.servicekit.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** The answer to a request whose required part failed. It says which part and which backend. */
final class PartProblem {

    private PartProblem() {}

    /** @param limitedByCaller whether the part had less time than it may take because the caller brought less */
    static ProblemException of(Part part, BackendFailure failure, boolean limitedByCaller) {
        String words = wordsOfBackend(failure);
        String detail = words != null ? words : describe(part, failure);
        return BackendProblem.of(part.backend(), failure, limitedByCaller, detail)
                .with("part", part.name());
    }

    /** One line for a log or a detail. */
    static String describe(Part part, BackendFailure failure) {
        return "Part '" + part.name() + "' is not there: backend '"
                + part.backend().name() + "' " + failure.reason() + ".";
    }

    /** What is the caller's to mend, the backend explains best. */
    private static @Nullable String wordsOfBackend(BackendFailure failure) {
        if (failure instanceof NotFound notFound) {
            return notFound.detail();
        }
        return failure instanceof Refused refused ? refused.detail() : null;
    }
}
