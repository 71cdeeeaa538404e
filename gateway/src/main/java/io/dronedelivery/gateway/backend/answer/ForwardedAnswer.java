package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every answer of a backend, because a forward passes it on as it is, with these exceptions. A 504 becomes the gateway's own 504: the
 * backend had the time that the gateway gave it, and either of the two may notice first that it is over. A 5xx whose body is not a problem
 * document, such as a stack trace, is replaced by a problem without that body. A 408 that ends the connection is about the gateway's request,
 * not the caller's. So are all statuses about the connection to the backend. The caller cannot use a body in a content coding that the request
 * does not accept.
 */
public final class ForwardedAnswer extends ExpectedAnswer {

    private static final int TIMED_OUT = 504;

    private final boolean passErrorBodies;

    /** @param passErrorBodies whether the body of a 5xx is passed on although it is no problem document */
    public ForwardedAnswer(boolean passErrorBodies) {
        this.passErrorBodies = passErrorBodies;
    }

    /**
     * 407 asks the gateway to sign in, 421 to use another connection, 426 and 505 to speak another protocol, 511 to sign in at a network.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.22">RFC 9110, section 15.5.22, 426</a>
     */
    private static boolean isOfConnection(int status) {
        return switch (status) {
            case 407, 421, 426, 505, 511 -> true;
            default -> false;
        };
    }

    @Override
    public void ask(HttpHeaders request) {
        // The caller's own Accept is passed on if the settings say so; a request without Accept accepts anything.
        request.remove(HttpHeaderNames.ACCEPT);
    }

    @Override
    @Nullable
    public BackendFailure failure(BackendResponse response) {
        int status = response.status();
        if (status == TIMED_OUT) {
            return TimedOut.byItself();
        }
        if (response.isUnread()) {
            return new Failed("ended and had not read the request", null);
        }
        if (isOfConnection(status)) {
            return new Failed("answered " + status + ", which speaks of the gateway's connection to it", null);
        }
        BackendFailure compressed = response.length() > 0 ? response.unaskedCoding() : null;
        if (compressed != null) {
            return compressed;
        }
        if (status >= 500 && status <= 599 && response.length() > 0 && !passErrorBodies && !response.isProblem()) {
            return JsonAnswer.statusFailure(response);
        }
        return status >= 200 && status <= 599
                ? null
                : new Failed("answered with the status " + status + ", which is not a final status", null);
    }
}
