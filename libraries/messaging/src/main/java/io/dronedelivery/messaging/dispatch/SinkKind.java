package io.dronedelivery.messaging.dispatch;

/** Where the dispatcher can write to. */
public enum SinkKind {
    /** The broker that {@code messaging.broker} names. */
    BROKER,
    /** The message log in PostgreSQL. */
    POSTGRES
}
