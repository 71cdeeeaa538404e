package io.dronedelivery.localservicebus.broker;

/** AMQP error conditions in the broker's answers: AMQP 1.0 part 2.8, and Service Bus's own. */
public final class Conditions {
    /** No such entity. */
    public static final String NOT_FOUND = "amqp:not-found";
    /** The entity or its state does not allow it. */
    public static final String NOT_ALLOWED = "amqp:not-allowed";
    /** The stand-in does not model it. */
    public static final String NOT_IMPLEMENTED = "amqp:not-implemented";
    /** The broker failed on the request. */
    public static final String INTERNAL_ERROR = "amqp:internal-error";
    /** Bytes or values that cannot be decoded. */
    public static final String DECODE_ERROR = "amqp:decode-error";
    /** A field of a request has a wrong value. */
    public static final String INVALID_FIELD = "amqp:invalid-field";
    /** There is no valid token. */
    public static final String UNAUTHORIZED = "amqp:unauthorized-access";
    /** The queue is full. */
    public static final String RESOURCE_LIMIT_EXCEEDED = "amqp:resource-limit-exceeded";
    /** The message is larger than the link permits. */
    public static final String MESSAGE_SIZE_EXCEEDED = "amqp:link:message-size-exceeded";
    /** The broker ends the connection. */
    public static final String CONNECTION_FORCED = "amqp:connection:forced";
    /** The transaction is unknown or timed out. */
    public static final String UNKNOWN_TRANSACTION = "amqp:transaction:unknown-id";
    /** The transaction was rolled back; none of it took effect. */
    public static final String TRANSACTION_ROLLBACK = "amqp:transaction:rollback";
    /** The operation did not finish in time. */
    public static final String TIMEOUT = "com.microsoft:timeout";
    /** The broker requests a later retry. */
    public static final String SERVER_BUSY = "com.microsoft:server-busy";
    /** The message's lock has expired or never existed. */
    public static final String MESSAGE_LOCK_LOST = "com.microsoft:message-lock-lost";
    /** The session's lock has expired. */
    public static final String SESSION_LOCK_LOST = "com.microsoft:session-lock-lost";
    /** Another receiver holds the session. */
    public static final String SESSION_CANNOT_BE_LOCKED = "com.microsoft:session-cannot-be-locked";
    /** No message has this sequence number. */
    public static final String MESSAGE_NOT_FOUND = "com.microsoft:message-not-found";

    public static final String ENTITY_ALREADY_EXISTS = "com.microsoft:entity-already-exists";

    private Conditions() {}
}
