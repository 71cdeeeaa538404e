package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * The body of a request, collected up to a limit. It is copied out of the connection's buffers as it arrives, so that none can leak.
 * What exceeds the limit is read and dropped, so that the connection can be used again after the answer; the server bounds how much
 * ({@code service-kit.connections.max-drained-body}).
 */
final class RequestBody extends IncomingBodies.IncomingBody {

    private static final byte[] NONE = {};
    private static final int UNKNOWN_LENGTH_START = 1024;
    private static final int KNOWN_LENGTH_MAX_START = 16 * 1024;

    private final int maxBytes;
    private final IncomingBodies room;
    private byte[] bytes = NONE;
    private int length;
    private boolean tooLarge;
    private volatile boolean noRoom;

    private RequestBody(Object caller, long announced, int maxBytes, IncomingBodies room) {
        super(caller);
        this.maxBytes = maxBytes;
        this.room = room;
        // The announced length is not trusted beyond this: more memory is allocated when the bytes arrive.
        long start = announced < 0 ? UNKNOWN_LENGTH_START : Math.min(announced, KNOWN_LENGTH_MAX_START);
        enlarge((int) Math.min(maxBytes, start));
    }

    /**
     * The bytes of the body, an empty array when there is none. Fails with 413 when there are too many, with 408 when they do not
     * come in time, with 503 when there is no room for them.
     *
     * @param caller who sends it, as the limits compare callers
     * @param room for the body as long as it is not complete
     * @param time for the body and what is done with it
     * @param least how much of it must be left when the body is complete
     */
    static Mono<byte[]> of(
            ServerHttpRequest request,
            Object caller,
            int maxBytes,
            IncomingBodies room,
            Duration time,
            Duration least) {
        long latest = System.nanoTime() + time.minus(least).toNanos();
        long announced = request.getHeaders().getContentLength();
        if (announced > maxBytes) {
            return Mono.error(tooLarge(maxBytes));
        }
        if (announced == 0) {
            return Mono.just(NONE);
        }
        return Mono.defer(() -> {
            RequestBody collected = new RequestBody(caller, announced, maxBytes, room);
            if (collected.noRoom) {
                return Mono.error(noRoom());
            }
            return request.getBody()
                    .collect(() -> collected, RequestBody::append)
                    .timeout(time)
                    .onErrorMap(TimeoutException.class, late -> tooLate(time))
                    .onErrorMap(IOException.class, RequestBody::incomplete)
                    .onErrorMap(AbortedException.class, RequestBody::incomplete)
                    .map(body -> body.complete(latest, time))
                    .doFinally(end -> collected.giveRoomBack());
        });
    }

    /** The time may be over, and the room given back, on another thread meanwhile. */
    private synchronized void append(DataBuffer buffer) {
        int more = buffer.readableByteCount();
        tooLarge |= more > maxBytes - length;
        if (!tooLarge && length + more > bytes.length) {
            enlarge(Math.min(maxBytes, Math.max(length + more, 2 * bytes.length)));
        }
        if (!tooLarge && !noRoom) {
            buffer.read(bytes, length, more);
            length += more;
        }
        DataBufferUtils.release(buffer);
    }

    private void enlarge(int size) {
        if (noRoom) {
            return;
        }
        if (room.tryTake(this, size - bytes.length)) {
            bytes = Arrays.copyOf(bytes, size);
        } else {
            giveRoomBack();
        }
    }

    @Override
    void loseRoom() {
        noRoom = true;
    }

    /** From here on no byte is kept. */
    private synchronized void giveRoomBack() {
        noRoom = true;
        room.giveBack(this);
        bytes = NONE;
    }

    private byte[] complete(long latest, Duration time) {
        if (tooLarge) {
            throw tooLarge(maxBytes);
        }
        if (noRoom) {
            throw noRoom();
        }
        // The timer may be late on a busy machine.
        if (System.nanoTime() > latest) {
            throw tooLate(time);
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static ProblemException tooLarge(int maxBytes) {
        return ProblemException.of(
                ProblemType.PAYLOAD_TOO_LARGE,
                "The request's body may have " + maxBytes + " bytes (max-request-body of this forward).");
    }

    private static ProblemException noRoom() {
        return ProblemException.of(ProblemType.OVERLOADED, "Too many requests are bringing their bodies at once.")
                .retryAfter(RefusalWait.next());
    }

    /**
     * The caller has closed the connection and will not read this; for the meters and the log it is a 400, not a failure of the gateway.
     */
    private static ProblemException incomplete(Throwable cause) {
        return ProblemException.of(
                ProblemType.INVALID_REQUEST, "The connection ended before the request's body was complete.", cause);
    }

    private static ProblemException tooLate(Duration time) {
        return ProblemException.of(
                        ProblemType.REQUEST_TIMEOUT,
                        "The request's body was not complete within " + time.toMillis() + " ms.")
                .header(HttpHeaders.CONNECTION, "close");
    }
}
