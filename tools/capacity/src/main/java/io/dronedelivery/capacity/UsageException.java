package io.dronedelivery.capacity;

/** What was typed cannot be worked with; the message says what is allowed. */
final class UsageException extends RuntimeException {

    UsageException(String message) {
        super(message);
    }
}
