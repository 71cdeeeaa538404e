package io.dronedelivery.localstack.option;

/** The launcher was asked for something it cannot do; the message says what, naming the option, and how to ask instead. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
