package io.dronedelivery.messaging.event;

/**
 * Why a message is among the dead letters. The values are short and stable, for programs. Service Bus adds more, such as
 * {@code TTLExpiredException}.
 */
public final class DeadLetterReason {

    /** A required attribute is missing. */
    public static final String MISSING_ATTRIBUTE = "missing-attribute";

    /** An attribute does not follow the specification, such as an invalid time. */
    public static final String MALFORMED_ATTRIBUTE = "malformed-attribute";

    /** The version of CloudEvents is not 1.0. */
    public static final String UNKNOWN_SPEC_VERSION = "unknown-specversion";

    /** The content type says that the data is not JSON. */
    public static final String UNKNOWN_CONTENT_TYPE = "unknown-content-type";

    /** The message cannot be read as an event. */
    public static final String MALFORMED_EVENT = "malformed-event";

    /** The subscription has no handler for the type. */
    public static final String UNKNOWN_TYPE = "unknown-type";

    /** The subscription handles the type, but not this version of its data. */
    public static final String UNKNOWN_VERSION = "unknown-version";

    /** The handler refused the event's data. */
    public static final String INVALID_DATA = "invalid-data";

    /** The handler failed in each of {@code messaging.retry.attempts} calls, while other events succeeded. */
    public static final String HANDLER_FAILED = "handler-failed";

    /**
     * The handler never succeeded within the retry budget, though its failures show no defect of the event. Other events succeeded
     * meanwhile, or none did for hours.
     */
    public static final String PARKED = "Parked";

    private DeadLetterReason() {}
}
