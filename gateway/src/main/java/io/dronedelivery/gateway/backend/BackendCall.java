package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.BackendFailure.TimedOut;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
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
    private static final Duration BULKHEAD_RETRY_AFTER = Duration.ofSeconds(1);

    private final Backend backend;
    private final BackendRequest request;
    private final CallListener listener;

    private volatile int state;
    private volatile boolean sent;
    private volatile @Nullable Subscription upstream;
    private long startedAt;
    private @Nullable ResponseBody body;

    BackendCall(Backend backend, BackendRequest request, CallListener listener) {
        this.backend = backend;
        this.request = request;
        this.listener = listener;
    }

    /** Sends the request, or fails at once when the backend must not be called now. A cancelled call does not start. */
    public void start() {
        try {
            if (mayCall()) {
                send();
            }
        } catch (RuntimeException e) {
            finish(new Failed("could not be called", e), Verdict.NONE);
        }
    }

    private boolean mayCall() {
        Backend.Circuit circuit = backend.circuit();
        if (circuit != null && !circuit.breaker().tryAcquirePermission()) {
            finish(
                    new Busy("is not called, its circuit breaker is open", circuit.remainingWait(), Map.of()),
                    Verdict.NONE);
            return false;
        }
        if (!backend.bulkhead().tryAcquirePermission()) {
            if (circuit != null) {
                circuit.breaker().releasePermission();
            }
            int max = backend.bulkhead().getBulkheadConfig().getMaxConcurrentCalls();
            finish(
                    new Busy("has " + max + " calls running, its bulkhead's limit", BULKHEAD_RETRY_AFTER, Map.of()),
                    Verdict.NONE);
            return false;
        }
        startedAt = System.nanoTime();
        if (!STATE.compareAndSet(this, NEW, RUNNING)) {
            release(Verdict.NONE, null);
            return false;
        }
        return true;
    }

    private void send() {
        backend.get()
                .uri(request.uri())
                .send(this::writeHeaders)
                .responseConnection(this::readHead)
                .subscribe(this);
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
        }
        return before != DONE;
    }

    /**
     * Ends the call because its time is over; the listener hears of it.
     *
     * @param backendIsToBlame false when the caller had brought less time than the backend may take: then the circuit breaker is not told
     */
    public void timeOut(boolean backendIsToBlame) {
        boolean waitsForConnection = !sent && backend.pool().isExhausted();
        if (waitsForConnection) {
            finish(backend.pool().exhausted("waited until the call's time was over"), Verdict.NONE);
        } else {
            finish(TimedOut.after(request.timeout()), backendIsToBlame ? Verdict.FAILURE : Verdict.NONE);
        }
    }

    private Publisher<Void> writeHeaders(HttpClientRequest client, NettyOutbound outbound) {
        sent = true;
        HttpHeaders headers = client.requestHeaders();
        request.headers().accept(headers);
        headers.set(HttpHeaderNames.ACCEPT, request.accepted().acceptHeader());
        long millis = TimeUnit.NANOSECONDS.toMillis(request.expiresAt() - System.nanoTime());
        headers.set(DEADLINE_HEADER, Long.toString(Math.max(1, millis)));
        return Mono.empty();
    }

    private Publisher<ByteBuf> readHead(HttpClientResponse response, Connection connection) {
        ResponseBody expected = new ResponseBody(response, request.accepted(), backend.maxResponseBytes());
        body = expected;
        if (expected.isTooLarge()) {
            finish(expected.tooLarge(), Verdict.FAILURE);
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
        ResponseBody received = body;
        if (state == RUNNING && received != null && !received.append(chunk)) {
            finish(received.tooLarge(), Verdict.FAILURE);
        }
    }

    @Override
    public void onComplete() {
        ResponseBody received = body;
        if (received == null) {
            finish(new Failed("closed the connection without an answer", null), Verdict.FAILURE);
            return;
        }
        BackendFailure failure = received.failure(backend.json());
        if (failure == null) {
            if (STATE.compareAndSet(this, RUNNING, DONE)) {
                release(Verdict.SUCCESS, null);
                listener.succeeded(received.bytes());
            }
        } else {
            finish(failure, Verdict.of(failure, received.status()));
        }
    }

    @Override
    public void onError(Throwable cause) {
        BackendFailure failure = ConnectionFailures.explain(cause, backend);
        finish(failure, failure instanceof Busy ? Verdict.NONE : Verdict.FAILURE);
    }

    private void finish(BackendFailure failure, Verdict verdict) {
        int before = STATE.getAndSet(this, DONE);
        if (before == RUNNING) {
            abort();
            release(verdict, failure);
        }
        if (before != DONE) {
            listener.failed(failure);
        }
    }

    private void abort() {
        Subscription running = upstream;
        if (running != null) {
            running.cancel();
        }
    }

    private void release(Verdict verdict, @Nullable BackendFailure failure) {
        backend.bulkhead().onComplete();
        Backend.Circuit circuit = backend.circuit();
        if (circuit != null) {
            verdict.tell(circuit.breaker(), System.nanoTime() - startedAt, failure);
        }
    }
}
