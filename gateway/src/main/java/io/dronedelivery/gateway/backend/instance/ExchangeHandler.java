package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * One request to a backend and the receiver of its answer. A {@link PoolShare} sends it over one of its connections.
 *
 * <p>Either {@link #answerEnded} or {@link #connectionFailed} ends an attempt, unless {@link PoolShare#abort} ends it first. All but
 * {@link #isNeeded} is called on the event loop of the connection; {@link #connectionFailed} also on the thread that sends.
 */
public interface ExchangeHandler {

    HttpMethod method();

    /** Path and query, percent-encoded. */
    String uri();

    /** Null for a request without a body. */
    byte @Nullable [] body();

    /** Whether the request is still to be sent, or its answer still needed. Any thread may call it. */
    boolean isNeeded();

    /**
     * A connection will send the request now.
     *
     * @param fields have those that each request of the instance has; the others are added
     * @param now the {@link System#nanoTime()}
     */
    void writeFields(HttpHeaders fields, long now);

    /**
     * The head of the answer has come.
     *
     * @param request the fields of the request
     */
    void headCame(int status, HttpVersion version, HttpHeaders fields, HttpHeaders request);

    /** A piece of the answer's body has come. The caller releases it. */
    void pieceCame(ByteBuf piece);

    /** The answer is complete. */
    void answerEnded();

    /** There will be no answer, or no more of it. */
    void connectionFailed(Throwable cause);

    /** Keeps what carries the exchange at present, for its pool. */
    void carriedBy(@Nullable Object carrier);

    /** What was given to {@link #carriedBy} last. */
    @Nullable
    Object carrier();

    /** Whether the last attempt was sent to that share. */
    boolean isAt(PoolShare share);
}
