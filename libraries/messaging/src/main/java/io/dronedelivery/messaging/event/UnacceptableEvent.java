package io.dronedelivery.messaging.event;

/** An event whose attributes say that it is none of ours. */
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
