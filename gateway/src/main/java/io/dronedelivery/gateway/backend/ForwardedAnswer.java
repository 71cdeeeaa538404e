package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Whatever a backend answers, because the caller is to have it as it is, but for two cases. A 504 is the gateway's to tell: the backend
 * speaks of the time that the gateway gave it, and which of the two notices first that it is over is a matter of chance. And the body of
 * a 5xx that is no problem document, such as a stack trace, stays inside.
 */
final class ForwardedAnswer extends ExpectedAnswer {

    private static final int TIMED_OUT = 504;

    private final boolean passErrorBodies;

    /** @param passErrorBodies whether the body of a 5xx is of use though it is no problem document */
    ForwardedAnswer(boolean passErrorBodies) {
        this.passErrorBodies = passErrorBodies;
    }

    @Override
    void ask(HttpHeaders request) {
        // What the caller accepts is among the headers that are passed on; who says nothing accepts anything.
        request.remove(HttpHeaderNames.ACCEPT);
    }

    @Override
    @Nullable
    BackendFailure failure(BackendResponse response) {
        int status = response.status();
        if (status == TIMED_OUT) {
            return TimedOut.byItself();
        }
        if (status >= 500 && status <= 599 && response.length() > 0 && !passErrorBodies && !response.isProblem()) {
            return JsonAnswer.statusFailure(response);
        }
        return status >= 200 && status <= 599
                ? null
                : new Failed("answered with the status " + status + ", which ends no call", null);
    }
}
