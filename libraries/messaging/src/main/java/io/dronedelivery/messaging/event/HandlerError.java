package io.dronedelivery.messaging.event;

/** An {@link Error} of a handler, which reads like that. */
final class HandlerError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HandlerError(Throwable cause) {
        super(cause);
    }

    /**
     * Whether a failure is one of the JVM that handles the event, such as a full heap or a class that cannot be loaded, and not the
     * event's. A stack that overflows may well be the event's.
     */
    static boolean isOfTheJvm(Throwable failure) {
        Throwable error = failure instanceof HandlerError wrapped ? wrapped.getCause() : failure;
        return error instanceof LinkageError
                || error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    }

    @Override
    public String toString() {
        return String.valueOf(getCause());
    }
}
