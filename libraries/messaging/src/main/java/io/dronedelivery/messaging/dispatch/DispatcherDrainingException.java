package io.dronedelivery.messaging.dispatch;

/** The dispatcher sends what it has and takes nothing more, because its application ends. Another instance may take it. */
public final class DispatcherDrainingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DispatcherDrainingException() {
        super("The dispatcher is being drained and takes no new messages", null, false, false);
    }
}
