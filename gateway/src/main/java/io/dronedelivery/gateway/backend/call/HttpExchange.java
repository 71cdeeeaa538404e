package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.AnswerRoom;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.dronedelivery.gateway.backend.instance.ExchangeHandler;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.backend.instance.PoolShare;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.EventExecutor;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
abstract class HttpExchange extends CallAttempts implements ExchangeHandler, AnswerRoom {

    private volatile @Nullable PoolShare connections;
    private volatile @Nullable Object carrier;
    /** Whether a connection has had the request. */
    private volatile boolean handedOver;

    /** When the request was written; another thread that ends the call may see 0 a moment longer. */
    private long sentAt;

    private @Nullable BackendResponse response;
    private volatile @Nullable RoomWait roomWait;
    /** Another thread that ends the call may see less. */
    private long roomWaitNanos;

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
        BackendResponse received = new BackendResponse(status, version, fields, sent, backend.maxResponseBytes(), this);
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
        if (roomWait != null) {
            failed(BackendResponse.noRoom(), Verdict.NONE);
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
        endRoomWait();
        carrier = null;
        handedOver = false;
        response = null;
    }

    /** True also when the answer waits for its room: nothing more of it is read then. */
    @Override
    public final boolean tryHold(int bytes) {
        RequestRoom room = request.origin().room();
        // What comes during the wait is the rest of a connection that has ended.
        if (roomWait != null || !isRunning() || room.tryHold(bytes)) {
            return true;
        }
        PoolShare share = connections;
        if (share == null || !share.pause(this)) {
            return false;
        }
        RoomWait wait = new RoomWait(share);
        roomWait = wait;
        boolean waits = room.waitToHold(bytes, wait);
        if (roomWait != wait) {
            // The call has ended meanwhile, on another thread.
            room.abandon(wait);
        }
        return waits;
    }

    /** How long the answer has waited for room, in nanoseconds. It does not wait any more. */
    final long endRoomWait() {
        RoomWait ended = roomWait;
        if (ended != null) {
            roomWait = null;
            ended.timer.cancel(false);
            request.origin().room().abandon(ended);
            roomWaitNanos += System.nanoTime() - ended.since;
        }
        return roomWaitNanos;
    }

    /** The failure of a call that is still waiting, for a connection of a full pool or for memory; null in every other case. */
    final @Nullable BackendFailure failureOfWait() {
        if (roomWait != null) {
            return BackendResponse.noRoom();
        }
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

    /** The wait of an answer for its room, as long as a call may wait for a place. */
    private final class RoomWait implements Runnable {

        private final PoolShare share;
        private final EventExecutor loop = backend.timers();
        private final long since = System.nanoTime();
        private final Future<?> timer = loop.schedule(
                this::giveUp, backend.nanosToWait(request.workload(), expiresAt() - since), TimeUnit.NANOSECONDS);

        RoomWait(PoolShare share) {
            this.share = share;
        }

        /** The room is taken. */
        @Override
        public void run() {
            loop.execute(() -> {
                if (roomWait == this) {
                    endRoomWait();
                    share.resume(HttpExchange.this);
                }
            });
        }

        private void giveUp() {
            if (roomWait == this) {
                failed(BackendResponse.noRoom(), Verdict.NONE);
            }
        }
    }

    /** Closes the connection unless the answer has ended. */
    final void abort() {
        PoolShare share = connections;
        if (share != null) {
            share.abort(this);
        }
    }
}
