package io.dronedelivery.localapplicationinsights.api;

/** A request to the API that cannot be answered. The message is sent to the client. */
public final class ApiException extends RuntimeException {
    private final int status;

    public ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
