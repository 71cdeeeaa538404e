package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.JobFailedException;
import io.dronedelivery.requestreply.JobQueueFullException;
import io.dronedelivery.requestreply.JobQueueUnavailableException;
import io.dronedelivery.requestreply.JobTimeoutException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemMapping;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a caller is told when the workers do not do as they should. */
final class PricingProblems implements ProblemMapping {

    /** What a worker may pass on; the rest is a failure of its own. */
    private static final Map<String, ProblemType> PASSED_ON = Stream.of(
                    ProblemType.UNAVAILABLE, ProblemType.BACKEND_TIMEOUT, ProblemType.DEADLINE_EXCEEDED)
            .collect(Collectors.toMap(ProblemType::slug, Function.identity()));

    private final Duration retryAfter;

    PricingProblems(Duration retryAfter) {
        this.retryAfter = retryAfter;
    }

    @Override
    public @Nullable ProblemException map(Throwable failure) {
        if (failure instanceof JobQueueFullException full) {
            return ProblemException.of(ProblemType.UNAVAILABLE, "More is asked for than the workers can do.", failure)
                    .retryAfter(full.retryAfter());
        }
        if (failure instanceof JobQueueUnavailableException) {
            return ProblemException.of(
                            ProblemType.UNAVAILABLE,
                            "The queue of the workers is not available at the moment.",
                            failure)
                    .retryAfter(retryAfter);
        }
        if (failure instanceof JobTimeoutException) {
            return ProblemException.of(
                    ProblemType.BACKEND_TIMEOUT, "The workers did not answer in the time given.", failure);
        }
        return failure instanceof JobFailedException failed ? failed(failed) : null;
    }

    private ProblemException failed(JobFailedException failure) {
        ProblemType type = PASSED_ON.get(failure.code());
        if (type == null) {
            return ProblemException.of(
                    ProblemType.BACKEND_FAILED, "The workers could not do it: " + failure.code() + ".", failure);
        }
        ProblemException problem = ProblemException.of(type, String.valueOf(failure.getMessage()), failure);
        return type == ProblemType.UNAVAILABLE ? problem.retryAfter(retryAfter) : problem;
    }
}
