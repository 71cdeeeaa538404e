package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestFailedException;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemMapping;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The problem that a caller receives when workers fail, are too slow or have no room. */
final class PricingProblems implements ProblemMapping {

    /** The problems that a worker may pass on. All others are failures of the worker itself. */
    private static final Map<String, ProblemType> PASSED_ON = Stream.of(
                    ProblemType.UNAVAILABLE, ProblemType.BACKEND_TIMEOUT, ProblemType.DEADLINE_EXCEEDED)
            .collect(Collectors.toMap(ProblemType::slug, Function.identity()));

    @Override
    public @Nullable ProblemException map(Throwable failure) {
        return failure instanceof RequestFailedException failed ? problem(failed) : null;
    }

    private static ProblemException problem(RequestFailedException failure) {
        return switch (failure.reason()) {
            case REFUSED -> unavailable("More is asked for than the workers can do.", failure);
            case UNAVAILABLE -> unavailable("The queue of the workers is not available at the moment.", failure);
            case TIMED_OUT ->
                ProblemException.of(
                        ProblemType.BACKEND_TIMEOUT, "The workers did not answer in the time given.", failure);
            case FAILED -> failed(failure);
        };
    }

    private static ProblemException failed(RequestFailedException failure) {
        ProblemType type = PASSED_ON.get(failure.code());
        if (type == null) {
            return ProblemException.of(
                    ProblemType.BACKEND_FAILED, "The workers could not do it: " + failure.code() + ".", failure);
        }
        String detail = String.valueOf(failure.getMessage());
        return type == ProblemType.UNAVAILABLE
                ? unavailable(detail, failure)
                : ProblemException.of(type, detail, failure);
    }

    private static ProblemException unavailable(String detail, RequestFailedException failure) {
        return ProblemException.of(ProblemType.UNAVAILABLE, detail, failure).retryAfter(failure.retryAfter());
    }
}
