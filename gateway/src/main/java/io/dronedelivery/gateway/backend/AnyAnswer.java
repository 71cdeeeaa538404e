package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Whatever a backend answers, because the caller is to have it as it is. Only a 504 is the gateway's to tell: the backend speaks of the
 * time that the gateway gave it, and which of the two notices first that it is over is a matter of chance.
 */
final class AnyAnswer extends ExpectedAnswer {

    private static final int TIMED_OUT = 504;

    static final AnyAnswer INSTANCE = new AnyAnswer();

    private AnyAnswer() {}

    @Override
    void ask(HttpHeaders request) {
        // What the caller accepts is among the headers that are passed on.
    }

    @Override
    @Nullable
    BackendFailure failure(BackendResponse response) {
        int status = response.status();
        if (status == TIMED_OUT) {
            return TimedOut.byItself();
        }
        return status >= 200 && status <= 599
                ? null
                : new Failed("answered with the status " + status + ", which ends no call", null);
    }
}
