package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;

/** What the end of a call says about the backend's response time. */
public enum CallEnd {
    /** The backend has answered. */
    ANSWERED,
    /** Its time is over or its caller has left: the answer would have taken longer. */
    UNANSWERED,
    /** Nothing: errors, refusals and 404s take a different time than answers. So does a call that ends because another call failed. */
    OTHER;

    public static CallEnd of(BackendResponse accepted) {
        return accepted.status() < 400 ? ANSWERED : OTHER;
    }

    public static CallEnd of(BackendFailure failure) {
        return failure instanceof TimedOut ? UNANSWERED : OTHER;
    }
}
