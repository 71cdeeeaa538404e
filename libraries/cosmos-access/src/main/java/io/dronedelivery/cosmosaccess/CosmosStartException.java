package io.dronedelivery.cosmosaccess;

import org.jspecify.annotations.Nullable;

/** The service cannot start because of its database. The exception has the cause and the action. */
final class CosmosStartException extends RuntimeException {

    private final String action;

    CosmosStartException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
