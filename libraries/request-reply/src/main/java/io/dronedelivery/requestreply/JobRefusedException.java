package io.dronedelivery.requestreply;

import org.jspecify.annotations.Nullable;

/** A handler's word that a job cannot be done and that trying again would not help. */
public final class JobRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * @param code short and stable, for the caller's program
     * @param message what is wrong, for a person
     */
    public JobRefusedException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Short and stable, for the caller's program. */
    public String code() {
        return code;
    }
}
