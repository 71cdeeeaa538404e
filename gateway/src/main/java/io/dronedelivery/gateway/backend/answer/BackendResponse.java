package io.dronedelivery.gateway.backend.answer;

import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClientResponse;

/**
 * What a backend has answered; its body grows as it arrives, up to the limit. A body of an announced length is copied once, from the
 * connection's buffers. A longer one without is kept in pieces and copied once more when it is complete, into one array.
 */
public final class BackendResponse {

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;
    private static final int UNREAD = 408;
    private static final int BAD_GATEWAY = 502;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int UNKNOWN_LENGTH_START = 1024;
    private static final int KNOWN_LENGTH_MAX_START = 64 * 1024;
    private static final int PIECE_BYTES = 64 * 1024;

    private final int status;
    private final HttpHeaders headers;
    private final HttpHeaders request;
    private final boolean oldVersion;
    private final int maxBytes;
    private final AnswerRoom room;
    private final long announced;
    /** What comes behind the pieces. */
    private byte[] bytes;

    private int length;
    /** Full ones, of a body that is longer than one and has no announced length. */
    private @Nullable List<byte[]> pieces;

    private int lengthOfPieces;

    public BackendResponse(HttpClientResponse response, int maxBytes, AnswerRoom room) {
        this(
                response.status().code(),
                response.version(),
                response.responseHeaders(),
                response.requestHeaders(),
                maxBytes,
                room);
    }

    /**
     * @param request the header fields of the request
     * @param maxBytes the largest body
     * @param room for a body of more than 64 KB
     */
    public BackendResponse(
            int status, HttpVersion version, HttpHeaders headers, HttpHeaders request, int maxBytes, AnswerRoom room) {
        this.status = status;
        this.headers = headers;
        this.request = request;
        this.oldVersion = HttpVersion.HTTP_1_0.equals(version);
        this.maxBytes = maxBytes;
        this.room = room;
        this.announced = contentLength(headers.get(HttpHeaderNames.CONTENT_LENGTH));
        // A large answer may have to wait for its room.
        int start = announced < 0 ? UNKNOWN_LENGTH_START : announced > KNOWN_LENGTH_MAX_START ? 0 : (int) announced;
        this.bytes = new byte[Math.min(start, maxBytes)];
    }

    /** The status code; it may be one that no specification defines. */
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
     * Whether a complete answer is a success without content.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5">RFC 9110, section 15.3.5, 204</a>
     */
    public boolean hasNoContent() {
        return hasNoBody(status) || length == 0 && status >= 200 && status <= 299;
    }

    /** Whether an answer with that status has no body. */
    public static boolean hasNoBody(int status) {
        return status == NO_CONTENT || status == RESET_CONTENT || status == NOT_MODIFIED;
    }

    /** The wait that the backend asks for; null when it asks for none, or the header cannot be read. */
    @Nullable
    Duration retryAfter() {
        return RetryAfter.parse(headers.get(HttpHeaderNames.RETRY_AFTER));
    }

    /**
     * Whether it says that the request was not read, because the backend was about to close the connection.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9">RFC 9110, section 15.5.9, 408</a>
     */
    public boolean isUnread() {
        return status == UNREAD && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    /** Whether another instance, or the same one later, may give an answer: a 502, or a 503 that does not say when. */
    public boolean isUnavailable() {
        return status == BAD_GATEWAY || status == SERVICE_UNAVAILABLE && retryAfter() == null;
    }

    /** The complete body. */
    public byte[] bytes() {
        byte[] whole = buffer();
        return length == whole.length ? whole : Arrays.copyOf(whole, length);
    }

    /** The array that holds the complete body: its first {@link #length()} bytes count. */
    byte[] buffer() {
        if (pieces != null) {
            join(pieces);
            pieces = null;
            lengthOfPieces = 0;
        }
        return bytes;
    }

    private void join(List<byte[]> full) {
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] piece : full) {
            System.arraycopy(piece, 0, whole, at, piece.length);
            at += piece.length;
        }
        System.arraycopy(bytes, 0, whole, at, length - at);
        bytes = whole;
    }

    int length() {
        return length;
    }

    /** The Host that the backend was called by, null when there was none. */
    public @Nullable String askedHost() {
        return request.get(HttpHeaderNames.HOST);
    }

    /** Why a body that is collected is unusable, independent of the status; null when it may be usable. */
    @Nullable
    public BackendFailure faultInHead() {
        if (announced > maxBytes) {
            return tooLarge();
        }
        return announced > KNOWN_LENGTH_MAX_START && !room.tryHold((int) announced)
                ? noRoom()
                : unknownTransferCoding();
    }

    /** Why a body that is passed on while it arrives is unusable; null when it may be usable. */
    @Nullable
    public BackendFailure faultInStream() {
        BackendFailure fault = unknownTransferCoding();
        return fault == null ? unaskedCoding() : fault;
    }

    /**
     * The failure of a transfer coding other than chunks. The gateway never asks for one.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-6.1">RFC 9112, section 6.1, Transfer-Encoding</a>
     */
    private @Nullable BackendFailure unknownTransferCoding() {
        if (!headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return null;
        }
        String coding = String.join(", ", headers.getAll(HttpHeaderNames.TRANSFER_ENCODING));
        if (oldVersion) {
            return new Failed("answered in HTTP/1.0 with a transfer encoding, which that version does not have", null);
        }
        return coding.equalsIgnoreCase("chunked")
                ? null
                : new Failed(
                        "answered with the transfer encoding " + BackendText.quote(coding) + ", which nobody asked for",
                        null);
    }

    /** Why the bytes of the body are unusable; null when they have only content codings that the request accepts. */
    @Nullable
    BackendFailure unaskedCoding() {
        String coding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
        return coding == null || ContentCodings.areAskedFor(request, headers)
                ? null
                : new Failed(
                        "answered with the content encoding " + BackendText.quote(coding) + ", which was not asked for",
                        null);
    }

    private BackendFailure tooLarge() {
        return new Failed("answered with more than " + maxBytes + " bytes", null);
    }

    /** There is no memory for the answer. */
    public static Busy noRoom() {
        return new Busy("has an answer for which the gateway has no memory now", Duration.ofSeconds(1), Map.of());
    }

    /** Copies a chunk. Returns why the body cannot be collected, null when it can. */
    public @Nullable BackendFailure append(ByteBuf chunk) {
        int more = chunk.readableBytes();
        if (more > maxBytes - length) {
            return tooLarge();
        }
        int at = length - lengthOfPieces;
        if (more > bytes.length - at) {
            if (announced < length + more) {
                return appendInPieces(chunk, at);
            }
            // The announced length is not trusted before so many bytes have come.
            bytes = Arrays.copyOf(bytes, (int)
                    Math.min(announced, length + more > KNOWN_LENGTH_MAX_START ? maxBytes : KNOWN_LENGTH_MAX_START));
        }
        chunk.readBytes(bytes, at, more);
        length += more;
        return null;
    }

    /** What fits behind the last bytes, and the rest into further arrays. */
    private @Nullable BackendFailure appendInPieces(ByteBuf chunk, int begin) {
        int at = begin;
        while (chunk.isReadable()) {
            if (at == bytes.length) {
                if (at >= PIECE_BYTES && !room.tryHold(PIECE_BYTES)) {
                    return noRoom();
                }
                at = grow(at, chunk.readableBytes());
            }
            int some = Math.min(chunk.readableBytes(), bytes.length - at);
            chunk.readBytes(bytes, at, some);
            at += some;
            length += some;
        }
        return null;
    }

    /** Makes room for at least one more byte, and returns where it is. */
    private int grow(int at, int more) {
        if (at < PIECE_BYTES) {
            int doubled = Math.max(at + more, 2 * at);
            bytes = Arrays.copyOf(bytes, Math.min(Math.min(doubled, PIECE_BYTES), maxBytes));
            return at;
        }
        if (pieces == null) {
            pieces = new ArrayList<>();
        }
        pieces.add(bytes);
        lengthOfPieces += bytes.length;
        bytes = new byte[PIECE_BYTES];
        return 0;
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
