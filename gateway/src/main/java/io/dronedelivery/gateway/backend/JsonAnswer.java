package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.NotFound;
import io.dronedelivery.gateway.backend.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.gateway.json.JsonCheck;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exactly one JSON value of one of some media types, with a status of success. */
final class JsonAnswer extends ExpectedAnswer {

    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);

    private final ContentTypes accepted;
    private final JsonCheck json;

    JsonAnswer(ContentTypes accepted, JsonCheck json) {
        this.accepted = accepted;
        this.json = json;
    }

    @Override
    void ask(HttpHeaders request) {
        // The usual header is on every request already.
        if (!accepted.isUsual()) {
            request.set(HttpHeaderNames.ACCEPT, accepted.acceptHeader());
        }
    }

    @Override
    @Nullable
    BackendFailure failure(BackendResponse response) {
        if (response.status() < 200 || response.status() > 299) {
            return statusFailure(response);
        }
        String encoding = response.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return new Failed(
                    "answered with the content encoding " + Words.quote(encoding) + ", which nobody asked for", null);
        }
        String contentType = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
        if (!accepted.accept(contentType)) {
            return new Failed("answered with the content type " + Words.quote(String.valueOf(contentType)), null);
        }
        String fault = json.faultIn(response.buffer(), response.length());
        return fault == null ? null : new Failed("answered with a body that " + fault, null);
    }

    @Override
    Verdict verdict(BackendResponse response, @Nullable BackendFailure failure) {
        if (failure == null || failure instanceof NotFound || failure instanceof Refused) {
            return Verdict.SUCCESS;
        }
        return failure instanceof Busy && response.status() == 429 ? Verdict.NONE : Verdict.FAILURE;
    }

    private static BackendFailure statusFailure(BackendResponse response) {
        int status = response.status();
        Duration retryAfter = RetryAfter.parse(response.headers().get(HttpHeaderNames.RETRY_AFTER));
        return switch (status) {
            case 400 -> new Refused(detail(response));
            case 404 -> new NotFound(detail(response));
            case 429 -> busy(status, retryAfter == null ? DEFAULT_RETRY_AFTER : retryAfter);
            // A backend that says when to come again is full; one that does not is broken.
            case 503 -> retryAfter == null ? failed(status) : busy(status, retryAfter);
            case 504 -> TimedOut.byItself();
            default -> failed(status);
        };
    }

    private static Busy busy(int status, Duration retryAfter) {
        return new Busy("answered " + status + " and asks for patience", retryAfter, Map.of());
    }

    private static Failed failed(int status) {
        return new Failed("answered " + status, null);
    }

    private static @Nullable String detail(BackendResponse response) {
        return ProblemReader.detail(
                response.headers().get(HttpHeaderNames.CONTENT_TYPE), response.buffer(), response.length());
    }
}
