package io.dronedelivery.servicekit.telemetry;

/** The telemetry cannot be sent as configured: what is wrong, and what to do about it. */
final class TelemetryStartException extends RuntimeException {

    private final String action;

    TelemetryStartException(String message, String action, Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
