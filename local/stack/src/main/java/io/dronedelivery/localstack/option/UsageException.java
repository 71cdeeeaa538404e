package io.dronedelivery.localstack.option;

/** The launcher cannot do what its arguments request. The message names the option and a correct form. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
