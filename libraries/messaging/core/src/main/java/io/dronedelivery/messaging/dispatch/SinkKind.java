package io.dronedelivery.messaging.dispatch;

/** The destinations of the dispatcher. */
public enum SinkKind {
    /** The broker that {@code messaging.broker} names. */
    BROKER,
    /** The message log in PostgreSQL. */
    POSTGRES
}
