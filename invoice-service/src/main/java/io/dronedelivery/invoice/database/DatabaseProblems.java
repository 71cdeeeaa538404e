package io.dronedelivery.invoice.database;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemMapping;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Maps failures of PostgreSQL to problem details. A statement that takes too long is a 504. A server that is unavailable, refuses the
 * connection or has no free connection is a 503 with {@code Retry-After}. Any other failure, such as a wrong statement, stays an internal
 * error.
 */
@Component
final class DatabaseProblems implements ProblemMapping {

    /** PostgreSQL cancelled the statement because it reached its {@code statement_timeout}. */
    private static final String QUERY_CANCELED = "57014";

    private final Duration retryAfter;

    DatabaseProblems(DatabaseProperties properties) {
        this.retryAfter = properties.retryAfter();
    }

    @Override
    public @Nullable ProblemException map(Throwable failure) {
        if (!(failure instanceof R2dbcException exception) || !DatabaseOutage.isOutage(exception)) {
            return null;
        }
        if (QUERY_CANCELED.equals(exception.getSqlState())) {
            return ProblemException.of(
                    ProblemType.BACKEND_TIMEOUT, "The database did not answer in the time given.", exception);
        }
        return ProblemException.of(ProblemType.UNAVAILABLE, "The database is not available at the moment.", exception)
                .retryAfter(retryAfter);
    }
}
