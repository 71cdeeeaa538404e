package io.dronedelivery.gateway.backend.stream;

import org.jspecify.annotations.Nullable;

/** A stream has ended before its answer was complete, so the part that was sent must not look complete. */
public final class BrokenStreamException extends RuntimeException {

    BrokenStreamException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }
}
