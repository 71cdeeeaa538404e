package io.dronedelivery.gateway.backend.answer;

/** The memory for an answer. */
@FunctionalInterface
public interface AnswerRoom {

    /** Whether there is room for so many more bytes of an answer. They are held until the request has ended. */
    boolean tryHold(int bytes);
}
