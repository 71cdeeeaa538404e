package io.dronedelivery.messaging.event;

/** Wraps an {@link Error} of a handler, and has the error's text. */
final class HandlerError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HandlerError(Throwable cause) {
        super(cause);
    }

    /**
     * Whether a failure is the fault of this JVM and not of the event, such as a full heap or a class that cannot be loaded. A stack
     * overflow may be the fault of the event.
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
