package io.dronedelivery.messaging.event;

/** An event whose attributes the subscription does not accept. It goes to the dead letters. */
final class UnacceptableEvent extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    UnacceptableEvent(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** The reason, short and stable, for programs. */
    String reason() {
        return reason;
    }
}
