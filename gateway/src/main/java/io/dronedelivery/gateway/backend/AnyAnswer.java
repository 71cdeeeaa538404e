package io.dronedelivery.gateway.backend;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Whatever a backend answers, because the caller is to have it as it is. */
final class AnyAnswer extends ExpectedAnswer {

    static final AnyAnswer INSTANCE = new AnyAnswer();

    private AnyAnswer() {}

    @Override
    void ask(HttpHeaders request) {
        // What the caller accepts is among the headers that are passed on.
    }

    @Override
    @Nullable
    BackendFailure failure(BackendResponse response) {
        return null;
    }

    /** A backend that says when to come again is not broken but full, and that of one of its paths alone. */
    @Override
    Verdict verdict(BackendResponse response, @Nullable BackendFailure failure) {
        int status = response.status();
        boolean asksForPatience =
                status == 429 || status == 503 && response.headers().contains(HttpHeaderNames.RETRY_AFTER);
        if (asksForPatience) {
            return Verdict.NONE;
        }
        return status < 500 ? Verdict.SUCCESS : Verdict.FAILURE;
    }
}
