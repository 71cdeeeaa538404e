package io.dronedelivery.servicekit.environment;

import org.jspecify.annotations.Nullable;

/** The application does not start: what is wrong, and what to do about it. Both are shown instead of a stack trace. */
public final class RefusedStartException extends RuntimeException {

    private final String action;

    public RefusedStartException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    public String action() {
        return action;
    }
}
