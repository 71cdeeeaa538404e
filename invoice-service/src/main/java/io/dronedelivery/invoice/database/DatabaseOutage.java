package io.dronedelivery.invoice.database;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Distinguishes an outage of the database from an error in a statement. */
public final class DatabaseOutage {

    /** The class of states for requests beyond PostgreSQL's fixed limits, such as a key that is too long for an index. */
    private static final String LIMIT_EXCEEDED = "54";

    private DatabaseOutage() {}

    /**
     * Whether the same work may succeed later, when the database is available again or less busy. This includes the failure of
     * {@link Database} when a COMMIT is not answered in time.
     */
    public static boolean isOutage(Throwable failure) {
        boolean ours = failure instanceof R2dbcBadGrammarException
                || failure instanceof R2dbcDataIntegrityViolationException
                || failure instanceof R2dbcException refusal && exceedsLimit(refusal);
        boolean unanswered = failure instanceof IOException || failure instanceof TimeoutException;
        return !ours && (failure instanceof R2dbcException || unanswered);
    }

    private static boolean exceedsLimit(R2dbcException failure) {
        String state = failure.getSqlState();
        return state != null && state.startsWith(LIMIT_EXCEEDED);
    }
}
