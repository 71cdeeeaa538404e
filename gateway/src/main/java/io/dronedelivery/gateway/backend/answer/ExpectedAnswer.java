package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.Backend;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Which answers of a backend are accepted; created by {@link Backend}. */
public abstract sealed class ExpectedAnswer permits JsonAnswer, ForwardedAnswer {

    /** Adds the request headers that ask for such an answer. */
    public abstract void ask(HttpHeaders request);

    /** Judges a complete answer: null when it is accepted. */
    public abstract @Nullable BackendFailure failure(BackendResponse response);
}
