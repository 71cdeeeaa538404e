package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;

/** What a call's end says about how quick the backend is. */
public enum CallEnd {
    /** The backend has done what it was asked for. */
    ANSWERED,
    /** Its time is over or its caller has left: the answer would have taken longer. */
    UNANSWERED,
    /** Nothing: errors, refusals and what is not found come quicker than answers, or later, and so does a call that another one's failure ends. */
    OTHER;

    public static CallEnd of(BackendResponse accepted) {
        return accepted.status() < 400 ? ANSWERED : OTHER;
    }

    public static CallEnd of(BackendFailure failure) {
        return failure instanceof TimedOut ? UNANSWERED : OTHER;
    }
}
