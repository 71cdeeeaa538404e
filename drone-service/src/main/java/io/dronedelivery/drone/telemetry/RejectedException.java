package io.dronedelivery.drone.telemetry;

/** A message is no telemetry, or has an unknown form. */
final class RejectedException extends RuntimeException {

    static final String INVALID_DATA = "invalid-data";
    static final String MISSING_ATTRIBUTE = "missing-attribute";
    static final String REPEATED_ATTRIBUTE = "repeated-attribute";
    static final String UNKNOWN_SPEC_VERSION = "unknown-specversion";
    static final String UNKNOWN_TYPE = "unknown-type";
    static final String UNKNOWN_VERSION = "unknown-version";

    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * @param reason one of the constants, for programs
     * @param description for people
     */
    RejectedException(String reason, String description) {
        super(description, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
