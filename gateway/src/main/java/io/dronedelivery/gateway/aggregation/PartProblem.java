package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.NotFound;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponseException;

/** The answer to a request whose required part failed. It says which part and which backend. */
final class PartProblem {

    private PartProblem() {}

    /** @param limitedByCaller whether the part had less time than it may take because the caller brought less */
    static ErrorResponseException of(Part part, BackendFailure failure, boolean limitedByCaller) {
        String words = wordsOfBackend(failure);
        String detail = words != null ? words : describe(part, failure);
        ErrorResponseException problem = BackendProblem.of(part.backend(), failure, limitedByCaller, detail);
        problem.getBody().setProperty("part", part.name());
        if (failure instanceof UnusableValue value) {
            problem.getBody().setProperty("needs", value.needs());
        }
        return problem;
    }

    /** One line for a log or a detail. */
    static String describe(Part part, BackendFailure failure) {
        return "Part '" + part.name() + "' is not there: backend '"
                + part.backend().name() + "' " + failure.reason() + ".";
    }

    /** What the caller has to correct, the backend explains best. */
    private static @Nullable String wordsOfBackend(BackendFailure failure) {
        if (failure instanceof NotFound notFound) {
            return notFound.detail();
        }
        return failure instanceof Refused refused ? refused.detail() : null;
    }
}
