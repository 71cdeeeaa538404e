package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.NotFound;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.json.JsonCheck;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Accepts exactly one JSON value of one of some media types, with a status of success, or no content at all. */
public final class JsonAnswer extends ExpectedAnswer {

    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);

    private final ContentTypes accepted;
    private final JsonCheck json;

    public JsonAnswer(ContentTypes accepted, JsonCheck json) {
        this.accepted = accepted;
        this.json = json;
    }

    @Override
    public void ask(HttpHeaders request) {
        // The client sets the usual header on every request.
        if (!accepted.isUsual()) {
            request.set(HttpHeaderNames.ACCEPT, accepted.acceptHeader());
        }
    }

    @Override
    @Nullable
    public BackendFailure failure(BackendResponse response) {
        if (response.hasNoContent()) {
            return null;
        }
        if (response.status() < 200 || response.status() > 299) {
            return statusFailure(response);
        }
        BackendFailure compressed = response.unaskedCoding();
        if (compressed != null) {
            return compressed;
        }
        String contentType = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
        if (!accepted.accept(contentType)) {
            return new Failed("answered with the content type " + BackendText.quote(String.valueOf(contentType)), null);
        }
        String fault = json.faultIn(response.buffer(), response.length());
        return fault == null ? null : new Failed("answered with a body that " + fault, null);
    }

    /** The failure for a status that is not a success. */
    static BackendFailure statusFailure(BackendResponse response) {
        int status = response.status();
        Duration retryAfter = response.retryAfter();
        return switch (status) {
            case 400, 401, 403, 405, 409, 410, 422 -> refused(response);
            case 404 -> new NotFound(detail(response));
            case 429 -> busy(status, retryAfter == null ? DEFAULT_RETRY_AFTER : retryAfter);
            // A backend that says when to retry is overloaded; one that does not is broken.
            case 503 -> retryAfter == null ? failed(status) : busy(status, retryAfter);
            case 504 -> TimedOut.byItself();
            default -> failed(status);
        };
    }

    private static Busy busy(int status, Duration retryAfter) {
        return new Busy("answered " + status + " and asks for patience", retryAfter, Map.of());
    }

    /** A 401 must say how to authenticate, a 403 may say which scope is missing, and a 405 must say what is allowed. */
    private static Refused refused(BackendResponse response) {
        return new Refused(
                response.status(),
                detail(response),
                switch (response.status()) {
                    case 401, 403 -> header(response, HttpHeaderNames.WWW_AUTHENTICATE);
                    case 405 -> header(response, HttpHeaderNames.ALLOW);
                    default -> Map.of();
                });
    }

    private static Map<String, String> header(BackendResponse response, AsciiString name) {
        List<String> values = response.headers().getAll(name);
        return values.isEmpty() ? Map.of() : Map.of(name.toString(), String.join(", ", values));
    }

    private static Failed failed(int status) {
        return new Failed("answered " + status, null);
    }

    private static @Nullable String detail(BackendResponse response) {
        return ProblemReader.detail(
                response.headers().get(HttpHeaderNames.CONTENT_TYPE), response.buffer(), response.length());
    }
}
