package io.dronedelivery.gateway.backend.instance;

import java.io.IOException;

/** The other side has closed a connection before the end of the answer, or while the connection was opened. */
final class ConnectionEndedException extends IOException {

    ConnectionEndedException() {
        super("the connection was closed before the end of the answer");
    }

    /** Its place says nothing: it is always the event loop. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
