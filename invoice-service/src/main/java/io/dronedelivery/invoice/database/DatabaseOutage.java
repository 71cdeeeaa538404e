package io.dronedelivery.invoice.database;

import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import java.io.IOException;

/** Tells the database's own troubles from ours. */
public final class DatabaseOutage {

    private DatabaseOutage() {}

    /** Whether the same work may succeed once the database is there again, or is less busy: nothing is wrong with the work. */
    public static boolean isOutage(Throwable failure) {
        boolean ours =
                failure instanceof R2dbcBadGrammarException || failure instanceof R2dbcDataIntegrityViolationException;
        return !ours && (failure instanceof R2dbcException || failure instanceof IOException);
    }
}
