package io.dronedelivery.cosmosaccess;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.cosmos.CosmosException;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What a caller is told when the database fails. */
final class CosmosProblems {

    private static final Duration COME_AGAIN = Duration.ofSeconds(1);

    /**
     * The substatus of 403 for a logical partition that has reached its 20 GB. Other 403s, of a firewall or for want of a role, are no
     * document's fault.
     *
     * @see <a href="https://learn.microsoft.com/azure/cosmos-db/nosql/troubleshoot-forbidden">Troubleshoot forbidden exceptions</a>
     */
    private static final int PARTITION_KEY_FULL = 1014;

    /** The substatus of 404 for a replica, or all of them, that has not got as far yet as this service has seen the partition before. */
    private static final int READ_SESSION_NOT_AVAILABLE = 1002;

    private CosmosProblems() {}

    /**
     * @param failure what the operation failed with
     * @param throttled whether the database had refused one of its calls for want of request units
     * @param deadline until when the caller waits, or null
     */
    static Throwable of(Throwable failure, boolean throttled, @Nullable Deadline deadline) {
        if (failure instanceof CosmosException cosmos) {
            return of(cosmos, throttled, deadline);
        }
        // The identity's failure, as it is: the SDK had nothing yet to ask the database with.
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
     * @param status what the database answered
     * @param subStatus more of it, 0 when it said no more
     * @param retryAfter when it wants to be asked again, where the status is 429
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
