package io.dronedelivery.localservicebus.message;

/** An application property that Service Bus does not accept. The message names it. */
public final class RefusedPropertyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean tooLarge;

    RefusedPropertyException(String problem, boolean tooLarge) {
        super(problem, null, false, false);
        this.tooLarge = tooLarge;
    }

    /** Whether its size is the reason, and not its type. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
