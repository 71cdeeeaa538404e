package io.dronedelivery.invoice.database;

import org.springframework.core.NestedExceptionUtils;

/** There is no token to sign in to PostgreSQL with. The message gives the reason in one line. */
final class NoTokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoTokenException(Throwable cause) {
        super(firstLine(NestedExceptionUtils.getMostSpecificCause(cause)), cause);
    }

    private static String firstLine(Throwable cause) {
        return cause.getClass().getSimpleName() + ": "
                + String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
