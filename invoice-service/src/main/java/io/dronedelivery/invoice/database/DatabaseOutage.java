package io.dronedelivery.invoice.database;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import java.io.IOException;

/** Distinguishes an outage of the database from an error in a statement. */
public final class DatabaseOutage {

    private DatabaseOutage() {}

    /** Whether the same work may succeed later, when the database is available again or less busy. */
    public static boolean isOutage(Throwable failure) {
        boolean ours =
                failure instanceof R2dbcBadGrammarException || failure instanceof R2dbcDataIntegrityViolationException;
        return !ours && (failure instanceof R2dbcException || failure instanceof IOException);
    }
}
