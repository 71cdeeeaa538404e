package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyOutbound;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.http.client.PrematureCloseException;

/**
 * One call to a backend, from the permission to make it to the verdict on its body.
 *
 * <p>It is the subscriber of the client's body and its own state, one object instead of a chain of operators, since every request
 * pays for it several times. The body is copied into an array as it arrives: so nothing here outlives the buffers of the
 * connection, and no path can leak one.
 */
public final class BackendCall implements CoreSubscriber<ByteBuf> {

    private static final AtomicIntegerFieldUpdater<BackendCall> STATE =
            AtomicIntegerFieldUpdater.newUpdater(BackendCall.class, "state");
    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int DONE = 2;

    private static final AsciiString DEADLINE_HEADER = AsciiString.cached(Deadline.HEADER);

    private final Backend backend;
    private final BackendRequest request;
    private final CallListener listener;

    private volatile int state;
    private volatile @Nullable ConnectionLane lane;
    /** The loop of the connection, once the request has been written on it. */
    private volatile @Nullable EventLoop loop;

    private volatile @Nullable Subscription upstream;
    private volatile boolean ended;
    private boolean triedAgain;
    private CallSpan span = CallSpan.NONE;
    private int entered;
    private long startedAt;
    private @Nullable BackendResponse response;

    BackendCall(Backend backend, BackendRequest request, CallListener listener) {
        this.backend = backend;
        this.request = request;
        this.listener = listener;
    }

    /** Sends the request, or fails at once when the backend must not be called now. A cancelled call does not start. */
    public void start() {
        if (state == DONE) {
            return;
        }
        span = request.maker().beginSpan(request.uri());
        entered = backend.enter();
        Busy refusal = backend.refused(entered);
        if (refusal != null) {
            finish(refusal, Verdict.NONE);
            return;
        }
        startedAt = System.nanoTime();
        if (!STATE.compareAndSet(this, NEW, RUNNING)) {
            release(Verdict.NONE, null);
            span.abandoned();
            return;
        }
        send();
    }

    private void send() {
        ConnectionLane chosen = backend.lane();
        lane = chosen;
        try {
            chosen.request(request.method())
                    .uri(request.uri())
                    .send(this::write)
                    .responseConnection(this::readHead)
                    .subscribe(this);
        } catch (RuntimeException e) {
            finish(new Failed("could not be called", e), Verdict.NONE);
        }
    }

    /**
     * Ends the call because nobody needs its answer any more. The listener hears nothing.
     *
     * @return whether it had not ended by itself
     */
    public boolean cancel() {
        int before = STATE.getAndSet(this, DONE);
        if (before == RUNNING) {
            abort();
            release(Verdict.NONE, null);
            span.abandoned();
        }
        return before != DONE;
    }

    /** Ends the call because its time is over; the listener hears of it. */
    public void timeOut() {
        ConnectionLane waited = loop == null ? lane : null;
        if (waited != null && waited.isExhausted()) {
            finish(waited.exhausted("waited until the call's time was over"), Verdict.NONE);
        } else {
            long time = request.expiresAt() - startedAt;
            if (isShortened(time)) {
                Verdict verdict = backend.lateForCaller(startedAt, time);
                finish(TimedOut.after(request.limitedByCaller() ? request.timeout() : Duration.ofNanos(time)), verdict);
            } else {
                finish(TimedOut.after(request.timeout()), Verdict.FAILURE);
            }
        }
    }

    /** Whether the caller's deadline, or the time that its body took to arrive, left the backend less than it is meant to have. */
    private boolean isShortened(long time) {
        return request.limitedByCaller() || time < request.timeout().toNanos() * 9 / 10;
    }

    private Publisher<Void> write(HttpClientRequest client, NettyOutbound outbound) {
        outbound.withConnection(connection -> loop = connection.channel().eventLoop());
        HttpHeaders headers = client.requestHeaders();
        request.expected().ask(headers);
        request.maker().addTo(headers);
        span.writeTo(headers);
        long millis = TimeUnit.NANOSECONDS.toMillis(request.expiresAt() - System.nanoTime());
        headers.set(DEADLINE_HEADER, Long.toString(Math.max(1, millis)));
        byte[] body = request.body();
        return body == null || body.length == 0
                ? Mono.empty()
                : outbound.send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)));
    }

    private Publisher<ByteBuf> readHead(HttpClientResponse head, Connection connection) {
        BackendResponse received = new BackendResponse(head, backend.maxResponseBytes());
        response = received;
        if (received.isTooLarge()) {
            finish(received.tooLarge(), Verdict.FAILURE);
            // The subscription that follows finds the call done and closes the connection instead of reading it.
        }
        return connection.inbound().receive();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = subscription;
        if (state == DONE) {
            subscription.cancel();
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(ByteBuf chunk) {
        BackendResponse received = response;
        if (state == RUNNING && received != null && !received.append(chunk)) {
            finish(received.tooLarge(), Verdict.FAILURE);
        }
    }

    @Override
    public void onComplete() {
        ended = true;
        BackendResponse received = response;
        if (received == null) {
            finish(new Failed("closed the connection without an answer", null), Verdict.FAILURE);
            return;
        }
        BackendFailure failure = request.expected().failure(received);
        Verdict verdict = verdict(received, failure);
        if (failure != null) {
            finish(failure, verdict);
        } else if (STATE.compareAndSet(this, RUNNING, DONE)) {
            release(verdict, null);
            span.answered(received.status());
            listener.succeeded(received);
        }
    }

    private Verdict verdict(BackendResponse received, @Nullable BackendFailure failure) {
        if (failure instanceof TimedOut) {
            // It has answered, and its time may have been short.
            return isShortened(request.expiresAt() - startedAt) ? Verdict.NONE : Verdict.FAILURE;
        }
        return Verdict.of(received, failure);
    }

    @Override
    public void onError(Throwable cause) {
        ended = true;
        boolean unanswered = response == null
                && (cause instanceof PrematureCloseException || AbortedException.isConnectionReset(cause));
        if (unanswered && request.mayBeRepeated() && !triedAgain && state == RUNNING) {
            triedAgain = true;
            sendAgain();
            return;
        }
        BackendFailure failure =
                ConnectionFailures.explain(cause, Objects.requireNonNull(lane, "a started call has a lane"));
        finish(failure, failure instanceof Busy ? Verdict.NONE : Verdict.FAILURE);
    }

    /** A backend may close a connection that has been idle just when it is used again. */
    private void sendAgain() {
        span.sentAgain();
        upstream = null;
        loop = null;
        ended = false;
        send();
    }

    private void finish(BackendFailure failure, Verdict verdict) {
        int before = STATE.getAndSet(this, DONE);
        if (before == DONE) {
            return;
        }
        if (before == RUNNING) {
            abort();
            release(verdict, failure);
        }
        Throwable cause = failure instanceof Failed failed ? failed.cause() : null;
        BackendResponse received = response;
        span.failed(failure.type(), failure.reason(), cause, received == null ? 0 : received.status());
        listener.failed(failure);
    }

    /**
     * Closes the connection. That has to happen on its own loop: from another thread the closing could come after the answer, and hit
     * the next call on the same connection.
     */
    private void abort() {
        EventLoop current = loop;
        if (current == null || current.inEventLoop()) {
            cancelUpstream();
        } else {
            current.execute(this::cancelUpstream);
        }
    }

    private void cancelUpstream() {
        Subscription running = upstream;
        if (running != null && !ended) {
            running.cancel();
        }
    }

    private void release(Verdict verdict, @Nullable BackendFailure failure) {
        backend.leave(entered, verdict, startedAt, failure);
    }
}
