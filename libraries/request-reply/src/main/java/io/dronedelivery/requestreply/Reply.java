package io.dronedelivery.requestreply;

/** What a worker sends back to the caller. */
public sealed interface Reply {

    /** The {@link Job#id()} that this is the reply to. */
    String jobId();

    /**
     * The job is done.
     *
     * @param body what the handler gave; empty when it gave nothing
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(String jobId, byte[] body) implements Reply {}

    /**
     * The job cannot be done.
     *
     * @param code short and stable, for programs
     * @param message what went wrong, for a person
     */
    record Failure(String jobId, String code, String message) implements Reply {}
}
