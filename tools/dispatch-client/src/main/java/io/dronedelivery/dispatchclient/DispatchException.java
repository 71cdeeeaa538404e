package io.dronedelivery.dispatchclient;

import org.jspecify.annotations.Nullable;

/** A call that was refused or not answered; the message describes it in one line. */
final class DispatchException extends Exception {

    private final int status;
    private final @Nullable Long retryAfterSeconds;

    private DispatchException(int status, String message, @Nullable Long retryAfterSeconds, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    static DispatchException unanswered(String message, Throwable cause) {
        return new DispatchException(0, message, null, cause);
    }

    static DispatchException refused(int status, String message, @Nullable Long retryAfterSeconds) {
        return new DispatchException(status, message, retryAfterSeconds, null);
    }

    /** The status of the answer, 0 when there was none. */
    int status() {
        return status;
    }

    /** When to try again, if the service said so. */
    @Nullable
    Long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    String text() {
        String message = String.valueOf(getMessage());
        return retryAfterSeconds == null ? message : message + " (again in " + retryAfterSeconds + " s)";
    }
}
