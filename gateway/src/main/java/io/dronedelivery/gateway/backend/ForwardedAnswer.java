package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Accepts whatever a backend answers, because a forward passes it on as it is, with three exceptions. A 504 becomes the gateway's own: the
 * backend means the time that the gateway gave it, and it is a matter of chance which of the two notices first that it is over. A 5xx
 * whose body is not a problem document, such as a stack trace, is replaced by a problem without that body. A 408 that ends the connection
 * speaks of the gateway's request and not of the caller's.
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
        // The caller's own Accept is passed on if the settings say so; a request without Accept accepts anything.
        request.remove(HttpHeaderNames.ACCEPT);
    }

    @Override
    @Nullable
    BackendFailure failure(BackendResponse response) {
        int status = response.status();
        if (status == TIMED_OUT) {
            return TimedOut.byItself();
        }
        if (response.isUnread()) {
            return new Failed("ended and had not read the request", null);
        }
        if (status >= 500 && status <= 599 && response.length() > 0 && !passErrorBodies && !response.isProblem()) {
            return JsonAnswer.statusFailure(response);
        }
        return status >= 200 && status <= 599
                ? null
                : new Failed("answered with the status " + status + ", which is not a final status", null);
    }
}
