package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.dronedelivery.gateway.backend.instance.ExchangeHandler;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.backend.instance.PoolShare;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of one call: sends the request over a pooled connection, retries it as {@link CallAttempts} says, and collects the
 * answer's bytes. The subclass {@link BackendCall} decides what the end means for the call. All three are one object, because a request
 * makes several calls and each object costs time.
 *
 * <p>The body is copied into an array as it arrives, so no buffer of the connection is kept and none can leak.
 *
 * <p>The thread that starts the call calls {@link #send}. From then on the pool calls the methods of the handler, one at a time, on the
 * connection's event loop. {@link #abort} may come from any thread.
 */
abstract class HttpExchange extends CallAttempts implements ExchangeHandler {

    private volatile @Nullable PoolShare connections;
    private volatile @Nullable Object carrier;
    /** Whether a connection has had the request. */
    private volatile boolean handedOver;

    /** When the request was written; another thread that ends the call may see 0 a moment longer. */
    private long sentAt;

    private @Nullable BackendResponse response;

    HttpExchange(Backend backend, BackendRequest request) {
        super(backend, request);
    }

    /** Whether the call has started and not ended. */
    abstract boolean isRunning();

    /** The answer is complete. */
    abstract void answered(BackendResponse received);

    /** There will be no answer. */
    abstract void failed(BackendFailure failure, Verdict verdict);

    @Override
    protected final void send(Instance chosen) {
        PoolShare share = chosen.pool().shareFor(backend.timers());
        connections = share;
        if (!chosen.isAlone() && !isRunning()) {
            // Its end, on another thread, may have come before the instance was known.
            leaveInstance(Verdict.NONE);
        }
        try {
            share.send(this);
        } catch (RuntimeException e) {
            failed(new Failed("could not be called", e), Verdict.NONE);
        }
    }

    @Override
    public final HttpMethod method() {
        return request.method();
    }

    @Override
    public final String uri() {
        return request.uri();
    }

    @Override
    public final byte @Nullable [] body() {
        return request.body();
    }

    @Override
    public final boolean isNeeded() {
        return isRunning();
    }

    @Override
    public final void writeFields(HttpHeaders fields, long now) {
        handedOver = true;
        sentAt = now;
        request.writeTo(fields, span(), expiresAt() - now);
    }

    @Override
    public final void headCame(int status, HttpVersion version, HttpHeaders fields, HttpHeaders sent) {
        BackendResponse received =
                new BackendResponse(status, version, fields, sent, backend.maxResponseBytes(), request.origin());
        response = received;
        BackendFailure fault = received.faultInHead();
        if (fault != null) {
            failed(fault, Verdict.of(fault));
        }
    }

    @Override
    public final void pieceCame(ByteBuf piece) {
        BackendResponse received = response;
        BackendFailure fault = isRunning() && received != null ? received.append(piece) : null;
        if (fault != null) {
            failed(fault, Verdict.of(fault));
        }
    }

    @Override
    public final void answerEnded() {
        BackendResponse received = response;
        if (received == null) {
            failed(new Failed("closed the connection without an answer", null), Verdict.FAILURE);
        } else if (!isRunning() || !retriedAfter(received)) {
            answered(received);
        }
    }

    @Override
    public final void connectionFailed(Throwable cause) {
        if (response == null && isRunning() && retriedAfter(cause, handedOver)) {
            return;
        }
        if (ConnectionFailures.isUnreachable(cause, handedOver)) {
            leaveUnreachable();
        }
        BackendFailure failure = ConnectionFailures.explain(
                cause, Objects.requireNonNull(connections, "a request that was sent has its connections"));
        failed(failure, Verdict.of(failure));
    }

    @Override
    public final void carriedBy(@Nullable Object now) {
        carrier = now;
    }

    @Override
    public final @Nullable Object carrier() {
        return carrier;
    }

    @Override
    public final boolean isAt(PoolShare share) {
        return connections == share;
    }

    @Override
    protected final void forgetAttempt() {
        carrier = null;
        handedOver = false;
        response = null;
    }

    /** The failure of a call that is still waiting for a connection of a full pool; null in every other case. */
    final @Nullable BackendFailure waitedForConnection() {
        PoolShare waited = handedOver ? null : connections;
        return waited != null && waited.isExhausted()
                ? waited.exhausted("waited until the call's time was over")
                : null;
    }

    /** The {@link System#nanoTime()} at which the request was written, 0 when it was not. */
    final long sentAt() {
        return sentAt;
    }

    /** The status that was received, 0 when there was none. */
    final int receivedStatus() {
        BackendResponse received = response;
        return received == null ? 0 : received.status();
    }

    /** Closes the connection unless the answer has ended. */
    final void abort() {
        PoolShare share = connections;
        if (share != null) {
            share.abort(this);
        }
    }
}
