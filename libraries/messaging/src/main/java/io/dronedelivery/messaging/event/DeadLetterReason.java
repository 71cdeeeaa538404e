package io.dronedelivery.messaging.event;

/** Why a message is among the dead letters: short, stable, for programs. Service Bus adds reasons of its own, such as {@code TTLExpiredException}. */
public final class DeadLetterReason {

    /** An attribute that every event has to have is missing. */
    public static final String MISSING_ATTRIBUTE = "missing-attribute";

    /** An attribute is not what the specification says, such as a time that is none. */
    public static final String MALFORMED_ATTRIBUTE = "malformed-attribute";

    /** Another version of CloudEvents than 1.0. */
    public static final String UNKNOWN_SPEC_VERSION = "unknown-specversion";

    /** The data is not JSON, by its content type. */
    public static final String UNKNOWN_CONTENT_TYPE = "unknown-content-type";

    /** The message cannot be read as an event at all. */
    public static final String MALFORMED_EVENT = "malformed-event";

    /** The subscription has no handler of that type. */
    public static final String UNKNOWN_TYPE = "unknown-type";

    /** The subscription handles the type, but not that version of its data. */
    public static final String UNKNOWN_VERSION = "unknown-version";

    /** The handler refused the event's data. */
    public static final String INVALID_DATA = "invalid-data";

    /** The handler failed in each of {@code messaging.retry.attempts} calls, while other events passed. */
    public static final String HANDLER_FAILED = "handler-failed";

    /**
     * The handler never ended the event, though nothing was wrong with it by its failures: while other events passed, or for hours in which
     * none did.
     */
    public static final String PARKED = "Parked";

    private DeadLetterReason() {}
}
