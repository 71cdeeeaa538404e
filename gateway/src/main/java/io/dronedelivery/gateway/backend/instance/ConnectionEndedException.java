package io.dronedelivery.gateway.backend.instance;

import java.io.IOException;

/** The other side has closed a connection before the end of the answer, or while the connection was opened. */
final class ConnectionEndedException extends IOException {

    private final String reason;

    /** Before the end of the answer. */
    ConnectionEndedException() {
        this("closed the connection before its answer was complete");
    }

    /** @param reason words that follow the backend's name */
    ConnectionEndedException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /** Its place says nothing: it is always the event loop. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
