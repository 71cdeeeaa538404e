package io.dronedelivery.messaging.event;

/** An event that the subscription does not accept because of its attributes; it goes to the dead letters. */
final class UnacceptableEvent extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    UnacceptableEvent(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Short and stable, for programs. */
    String reason() {
        return reason;
    }
}
