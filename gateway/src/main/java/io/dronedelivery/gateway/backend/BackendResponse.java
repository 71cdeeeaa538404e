package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClientResponse;

/** What a backend has answered; its body grows as it arrives, up to the limit. */
public final class BackendResponse {

    private static final int UNREAD = 408;
    private static final int UNKNOWN_LENGTH_START = 1024;
    private static final int KNOWN_LENGTH_MAX_START = 64 * 1024;

    private final int status;
    private final HttpHeaders headers;
    private final int maxBytes;
    private final long announced;
    private byte[] bytes;
    private int length;

    BackendResponse(HttpClientResponse response, int maxBytes) {
        this.status = response.status().code();
        this.headers = response.responseHeaders();
        this.maxBytes = maxBytes;
        this.announced = contentLength(headers.get(HttpHeaderNames.CONTENT_LENGTH));
        // The announced length is not trusted beyond this: more memory is allocated when the bytes arrive.
        int start = announced < 0 ? UNKNOWN_LENGTH_START : (int) Math.min(announced, KNOWN_LENGTH_MAX_START);
        this.bytes = new byte[Math.min(start, maxBytes)];
    }

    /** The status code, also one that no specification knows. */
    public int status() {
        return status;
    }

    /** The headers. */
    public HttpHeaders headers() {
        return headers;
    }

    /** Whether it says that its body is a problem document. */
    public boolean isProblem() {
        return ProblemReader.isProblem(headers.get(HttpHeaderNames.CONTENT_TYPE));
    }

    /**
     * Whether it says that the request was not read, because the backend was about to close the connection.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9">RFC 9110, section 15.5.9, 408</a>
     */
    boolean isUnread() {
        return status == UNREAD && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    /** The complete body. */
    public byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** The array that holds the body: its first {@link #length()} bytes count. */
    byte[] buffer() {
        return bytes;
    }

    int length() {
        return length;
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
