package io.dronedelivery.requestreply;

/** A worker replied that the job cannot be done. */
public final class JobFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    JobFailedException(Reply.Failure failure) {
        super(failure.message());
        this.code = failure.code();
    }

    /**
     * Short and stable: the code of the handler's {@link JobRefusedException}, or {@code handler-failed} when it failed in every
     * attempt, {@code worker-died} when it ended its worker in every attempt, {@code reply-too-large}.
     */
    public String code() {
        return code;
    }
}
