package io.dronedelivery.messaging.dispatch;

/** The dispatcher sends its messages and takes no more, because its application ends. Another instance may take them. */
public final class DispatcherDrainingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DispatcherDrainingException() {
        super("The dispatcher is being drained and takes no new messages", null, false, false);
    }
}
