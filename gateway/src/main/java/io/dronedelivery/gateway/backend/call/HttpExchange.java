package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.backend.instance.PoolShare;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The HTTP side of one call: sends the request over a pooled connection, retries it as {@link CallAttempts} says, and collects the
 * answer's bytes. The subclass {@link BackendCall} decides what the end means for the call. All three are one object, because a request
 * makes several calls and each object costs time.
 *
 * <p>The body is copied into an array as it arrives, so no buffer of the connection is kept and none can leak.
 *
 * <p>The thread that starts the call calls {@link #send}. From then on the HTTP client calls the methods of the subscriber, one at a time, on
 * the connection's event loop. {@link #abort} may come from any thread.
 */
abstract class HttpExchange extends CallAttempts implements CoreSubscriber<ByteBuf> {

    /** Counts from 0. The threads that send and retry hand it on from one to the next. */
    private int attempt;

    private volatile @Nullable PoolShare connections;
    /** The loop of the connection, once the request has been written on it. */
    private volatile @Nullable EventLoop loop;

    /** When the request was written; another thread that ends the call may see 0 a moment longer. */
    private long sentAt;

    private volatile @Nullable Subscription upstream;
    private volatile boolean ended;
    private @Nullable BackendResponse response;

    HttpExchange(Backend backend, BackendRequest request) {
        super(backend, request);
    }

    /** Whether the call has started and not ended. */
    abstract boolean isRunning();

    /** The {@link System#nanoTime()} at which the call ends. */
    abstract long expiresAt();

    /** The answer is complete. */
    abstract void answered(BackendResponse received);

    /** There will be no answer. */
    abstract void failed(BackendFailure failure, Verdict verdict);

    @Override
    protected final void send(@Nullable Instance tried) {
        Instance chosen = chooseInstance(tried);
        PoolShare share = chosen.pool().shareFor(backend.timers());
        connections = share;
        int current = attempt;
        if (!chosen.isAlone() && !isRunning()) {
            // Its end, on another thread, may have come before the instance was known.
            leaveInstance(Verdict.NONE);
        }
        try {
            share.request(request.method())
                    .uri(request.uri())
                    .send((client, outbound) -> write(current, client, outbound))
                    .responseConnection(this::readHead)
                    .subscribe(this);
        } catch (RuntimeException e) {
            failed(new Failed("could not be called", e), Verdict.NONE);
        }
    }

    private Publisher<Void> write(int current, HttpClientRequest client, NettyOutbound outbound) {
        if (current == attempt) {
            outbound.withConnection(connection -> loop = connection.channel().eventLoop());
        }
        if (current != attempt || !isRunning()) {
            // The client reports a failed connection and uses it all the same, or the call ended before abort knew its
            // loop. What is sent now
            // would reach the backend once too often, and nobody would take the buffers of its answer.
            outbound.withConnection(Connection::dispose);
            return Mono.never();
        }
        sentAt = System.nanoTime();
        request.writeTo(client.requestHeaders(), span(), expiresAt() - sentAt);
        byte[] body = request.body();
        return body == null || body.length == 0
                ? Mono.empty()
                : outbound.send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)));
    }

    private Publisher<ByteBuf> readHead(HttpClientResponse head, Connection connection) {
        BackendResponse received = new BackendResponse(head, backend.maxResponseBytes());
        response = received;
        BackendFailure fault = received.faultInHead();
        if (fault != null) {
            failed(fault, Verdict.FAILURE);
            // The subscription that follows finds the call over and closes the connection instead of reading it.
        }
        return connection.inbound().receive();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = subscription;
        if (isRunning()) {
            subscription.request(Long.MAX_VALUE);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(ByteBuf chunk) {
        BackendResponse received = response;
        if (isRunning() && received != null && !received.append(chunk)) {
            failed(received.tooLarge(), Verdict.FAILURE);
        }
    }

    @Override
    public void onComplete() {
        ended = true;
        BackendResponse received = response;
        if (received == null) {
            failed(new Failed("closed the connection without an answer", null), Verdict.FAILURE);
        } else if (!isRunning() || !retriedAfterUnread(received)) {
            answered(received);
        }
    }

    @Override
    public void onError(Throwable cause) {
        ended = true;
        if (response == null && isRunning() && retriedAfter(cause, loop != null)) {
            return;
        }
        if (ConnectionFailures.isUnreachable(cause, loop != null)) {
            leaveUnreachable();
        }
        BackendFailure failure = ConnectionFailures.explain(
                cause, Objects.requireNonNull(connections, "a request that was sent has its connections"));
        failed(failure, failure instanceof Busy ? Verdict.NONE : Verdict.FAILURE);
    }

    @Override
    protected final void forgetAttempt() {
        attempt++;
        upstream = null;
        loop = null;
        response = null;
        ended = false;
    }

    /** The failure of a call that is still waiting for a connection of a full pool; null in every other case. */
    final @Nullable BackendFailure waitedForConnection() {
        PoolShare waited = loop == null ? connections : null;
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

    /**
     * Closes the connection unless the answer has ended. That has to happen on its own loop: from another thread the closing could come
     * after the answer, and hit the next call on the same connection.
     */
    final void abort() {
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
}
