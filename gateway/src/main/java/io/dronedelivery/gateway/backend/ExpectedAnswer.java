package io.dronedelivery.gateway.backend;

import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Which answers of a backend are of use; made by {@link Backend}. */
public abstract sealed class ExpectedAnswer permits JsonAnswer, ForwardedAnswer {

    /** Adds what the request must say to get such an answer. */
    abstract void ask(HttpHeaders request);

    /** Judges a complete answer: null when it is of use. */
    abstract @Nullable BackendFailure failure(BackendResponse response);
}
