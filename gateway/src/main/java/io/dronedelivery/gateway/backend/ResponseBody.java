package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.NotFound;
import io.dronedelivery.gateway.backend.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.gateway.json.JsonCheck;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClientResponse;

/** What a backend has answered so far, and what to think of it. */
final class ResponseBody {

    private static final int UNKNOWN_LENGTH_START = 1024;
    private static final int KNOWN_LENGTH_MAX_START = 64 * 1024;
    private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(1);

    private final int status;
    private final HttpHeaders headers;
    private final ContentTypes accepted;
    private final int maxBytes;
    private final long announced;
    private byte[] bytes;
    private int length;

    ResponseBody(HttpClientResponse response, ContentTypes accepted, int maxBytes) {
        this.status = response.status().code();
        this.headers = response.responseHeaders();
        this.accepted = accepted;
        this.maxBytes = maxBytes;
        this.announced = contentLength(headers.get(HttpHeaderNames.CONTENT_LENGTH));
        // What is announced is believed only so far: memory is taken when the bytes come.
        int start = announced < 0 ? UNKNOWN_LENGTH_START : (int) Math.min(announced, KNOWN_LENGTH_MAX_START);
        this.bytes = new byte[Math.min(start, maxBytes)];
    }

    int status() {
        return status;
    }

    /** Whether the announced length is beyond the limit. */
    boolean isTooLarge() {
        return announced > maxBytes;
    }

    BackendFailure tooLarge() {
        return new Failed("answered with more than " + maxBytes + " bytes", null);
    }

    /** Copies a chunk; false when the limit is passed. */
    boolean append(ByteBuf chunk) {
        int more = chunk.readableBytes();
        if (more > maxBytes - length) {
            return false;
        }
        if (length + more > bytes.length) {
            long doubled = Math.max(length + more, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, maxBytes));
        }
        chunk.readBytes(bytes, length, more);
        length += more;
        return true;
    }

    /** The complete body. */
    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Judges the complete answer: null when it is the one JSON value that was asked for. */
    @Nullable
    BackendFailure failure(JsonCheck json) {
        if (status < 200 || status > 299) {
            return statusFailure();
        }
        String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return new Failed(
                    "answered with the content encoding " + Words.quote(encoding) + ", which nobody asked for", null);
        }
        String contentType = headers.get(HttpHeaderNames.CONTENT_TYPE);
        if (!accepted.accept(contentType)) {
            return new Failed("answered with the content type " + Words.quote(String.valueOf(contentType)), null);
        }
        String fault = json.faultIn(bytes, length);
        return fault == null ? null : new Failed("answered with a body that " + fault, null);
    }

    private BackendFailure statusFailure() {
        Duration retryAfter = RetryAfter.parse(headers.get(HttpHeaderNames.RETRY_AFTER));
        return switch (status) {
            case 400 -> new Refused(detail());
            case 404 -> new NotFound(detail());
            case 429 -> busy(retryAfter == null ? DEFAULT_RETRY_AFTER : retryAfter);
            // A backend that says when to come again is full; one that does not is broken.
            case 503 -> retryAfter == null ? failedWithStatus() : busy(retryAfter);
            case 504 -> new TimedOut("answered that it ran out of time itself");
            default -> failedWithStatus();
        };
    }

    private Busy busy(Duration retryAfter) {
        return new Busy("answered " + status + " and asks for patience", retryAfter, Map.of());
    }

    private Failed failedWithStatus() {
        return new Failed("answered " + status, null);
    }

    private @Nullable String detail() {
        return ProblemReader.detail(headers.get(HttpHeaderNames.CONTENT_TYPE), bytes, length);
    }

    /** The announced length, -1 when there is none. A wrong one does not get past the HTTP codec. */
    private static long contentLength(@Nullable String header) {
        if (header == null) {
            return -1;
        }
        try {
            return Long.parseLong(header);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
