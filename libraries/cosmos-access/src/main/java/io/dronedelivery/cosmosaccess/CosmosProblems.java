package io.dronedelivery.cosmosaccess;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.cosmos.CosmosException;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The answer to a caller when the database fails. */
final class CosmosProblems {

    private static final Duration COME_AGAIN = Duration.ofSeconds(1);

    /**
     * The substatus of 403 for a logical partition that has reached its 20 GB. Other 403s, of a firewall or a missing role, have nothing to
     * do with the document.
     *
     * @see <a href="https://learn.microsoft.com/azure/cosmos-db/nosql/troubleshoot-forbidden">Troubleshoot forbidden exceptions</a>
     */
    private static final int PARTITION_KEY_FULL = 1014;

    /** The substatus of 404 when no replica has reached the state of the partition that this service has already seen. */
    private static final int READ_SESSION_NOT_AVAILABLE = 1002;

    private CosmosProblems() {}

    /**
     * @param throttled whether the database had refused one of its calls because of missing request units
     * @param deadline until when the caller waits, or null
     */
    static Throwable of(Throwable failure, boolean throttled, @Nullable Deadline deadline) {
        if (failure instanceof CosmosException cosmos) {
            return of(cosmos, throttled, deadline);
        }
        // The identity's failure is returned as it is: the SDK had no token to call the database with.
        if (failure instanceof ClientAuthenticationException) {
            return ProblemException.of(ProblemType.UNAVAILABLE, "The service gets no token for its database.", failure)
                    .retryAfter(COME_AGAIN);
        }
        return failure instanceof TimeoutException ? tooSlow(failure, throttled, deadline) : failure;
    }

    private static ProblemException of(CosmosException failure, boolean throttled, @Nullable Deadline deadline) {
        return failure.getStatusCode() == 408
                ? tooSlow(failure, throttled, deadline)
                : ofStatus(
                        failure.getStatusCode(), failure.getSubStatusCode(), failure.getRetryAfterDuration(), failure);
    }

    /**
     * @param status the database's answer
     * @param subStatus its details, 0 when there is none
     * @param retryAfter when to try again, for the status 429
     */
    static ProblemException ofStatus(int status, int subStatus, Duration retryAfter, Throwable failure) {
        if (status == 403 && subStatus == PARTITION_KEY_FULL) {
            return ProblemException.of(
                    ProblemType.INTERNAL_ERROR,
                    "The database has no more room for documents with this partition key.",
                    failure);
        }
        if (status == 404 && subStatus == READ_SESSION_NOT_AVAILABLE) {
            return ProblemException.of(
                            ProblemType.UNAVAILABLE, "The database is behind what it has shown before.", failure)
                    .retryAfter(COME_AGAIN);
        }
        return switch (status) {
            case 429 -> busy(failure, retryAfter);
            case 400 ->
                ProblemException.of(
                        ProblemType.INTERNAL_ERROR,
                        "The service sent its database a request that it does not understand.",
                        failure);
            case 413 ->
                ProblemException.of(
                        ProblemType.INTERNAL_ERROR, "The database does not take a document of this size.", failure);
            case 401, 403, 404 ->
                ProblemException.of(ProblemType.BACKEND_FAILED, "The database refuses the service.", failure);
            default ->
                ProblemException.of(ProblemType.UNAVAILABLE, "The database cannot be reached.", failure)
                        .retryAfter(COME_AGAIN);
        };
    }

    private static ProblemException tooSlow(Throwable failure, boolean throttled, @Nullable Deadline deadline) {
        if (throttled) {
            return busy(failure, COME_AGAIN);
        }
        return deadline != null && deadline.hasPassed()
                ? Deadline.exceeded()
                : ProblemException.of(ProblemType.BACKEND_TIMEOUT, "The database took too long.", failure);
    }

    private static ProblemException busy(Throwable failure, Duration wait) {
        return ProblemException.of(
                        ProblemType.UNAVAILABLE, "The database is at the limit of its provisioned throughput.", failure)
                .retryAfter(wait);
    }
}
