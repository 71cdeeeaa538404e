package io.dronedelivery.gateway.backend.instance;

import io.netty.handler.codec.TooLongFrameException;

/** The head of an answer, or its trailers, hold more than the backend's {@code max-header-size}. */
final class HeadTooLargeException extends TooLongFrameException {

    private final int maxBytes;

    HeadTooLargeException(int maxBytes, Throwable cause) {
        super(cause);
        this.maxBytes = maxBytes;
    }

    /** What happened, in words that follow the backend's name. */
    String reason() {
        return "answered with header fields of more than " + maxBytes + " bytes";
    }
}
