package io.dronedelivery.gateway.backend.answer;

/** The memory for the answers to one request. Any thread may call it. By default no answer waits. */
@FunctionalInterface
public interface RequestRoom extends AnswerRoom {

    /**
     * Waits for the room that {@link #tryHold} has not found.
     *
     * @param granted is run when the room is taken, on any thread and under a lock
     * @return false when the answer cannot wait
     */
    default boolean waitToHold(long bytes, Runnable granted) {
        return false;
    }

    /** Waits no longer. */
    default void abandon(Runnable granted) {}
}
