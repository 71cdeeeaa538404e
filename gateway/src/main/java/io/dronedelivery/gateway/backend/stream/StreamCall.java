package io.dronedelivery.gateway.backend.stream;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.CircuitPermission;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallAttempts;
import io.dronedelivery.gateway.backend.call.CallListener;
import io.dronedelivery.gateway.backend.instance.ConnectionFailures;
import io.dronedelivery.gateway.backend.instance.Instance;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;

/**
 * One call to a backend whose answer is passed on while it arrives. Until the head of the answer arrives it is a call like others: it asks the
 * circuit breaker and has a timeout. Its span and the verdict on the backend end with the head. An answer that is no success is collected and
 * judged like any other answer. The body of a success is a {@link StreamBody}.
 *
 * <p>The listener learns of the beginning: {@link CallListener#succeeded} means a complete answer, or one whose {@link #body} follows.
 *
 * <p>It is owned by one event loop, and calls from other threads are handed over to that loop. The listener is called there. Any thread may call
 * the public methods.
 */
public final class StreamCall extends CallAttempts {

    private final CallListener listener;
    private final EventExecutor loop;
    private final StreamBody body;

    private enum State {
        NEW,
        OPENING,
        STREAMING,
        OVER
    }

    private State state = State.NEW;
    private CallSpan span = CallSpan.NONE;
    private CircuitPermission permission = CircuitPermission.UNGUARDED;
    private long startedAt;
    private @Nullable Future<?> timer;
    private @Nullable Subscription upstream;
    /** Whether a connection has had the request; set on the loop of that connection. */
    private volatile boolean handedOver;

    private @Nullable BackendResponse answer;
    private volatile boolean streamed;

    public StreamCall(Backend backend, BackendRequest request, CallListener listener, Duration idle, Duration longest) {
        super(backend, request);
        this.listener = listener;
        this.loop = backend.timers();
        this.body = new StreamBody(loop, backend.name(), idle, longest);
    }

    /** Sends the request, or fails at once when the backend must not be called now. */
    public void start() {
        run(this::open);
    }

    /** Whether the body of the answer follows its head, after the listener was called. */
    public boolean isStreamed() {
        return streamed;
    }

    /** The body, for one subscriber; it has pieces when there is demand, and fails with {@link BrokenStreamException}. */
    public Flux<byte[]> body() {
        return Flux.from(body);
    }

    /** Ends the stream for its receiver as if the backend had ended it. One that has not begun is not affected. */
    public void end(StreamEnd how) {
        run(() -> body.end(how));
    }

    /** Ends the call because its answer is no longer needed; the listener is not called. */
    public void cancel() {
        run(() -> {
            if (state == State.OPENING) {
                release(Verdict.NONE, null);
                span.abandoned();
                over();
            } else {
                body.cancel();
            }
            state = State.OVER;
        });
    }

    /** How the stream has ended, null while it goes on and when there was none. */
    public @Nullable StreamEnd ended() {
        return body.ended();
    }

    private void run(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    private void open() {
        if (state != State.NEW) {
            return;
        }
        span = request.origin().beginSpan(request.uri());
        CircuitPermission given = backend.enterCircuit();
        if (given == null) {
            state = State.OVER;
            tell(backend.circuitOpen());
            return;
        }
        permission = given;
        state = State.OPENING;
        startedAt = System.nanoTime();
        timer = loop.schedule(this::timeOut, request.expiresAt() - startedAt, TimeUnit.NANOSECONDS);
        sendFirst();
    }

    @Override
    protected CallSpan span() {
        return span;
    }

    @Override
    protected long expiresAt() {
        return request.expiresAt();
    }

    @Override
    protected void send(Instance chosen) {
        Received received = new Received();
        try {
            chosen.streams()
                    .request(request.method())
                    .uri(request.uri())
                    .send(received::write)
                    .responseConnection(this::readHead)
                    .subscribe(received);
        } catch (RuntimeException e) {
            failed(new Failed("could not be called", e), Verdict.NONE);
        }
    }

    private Publisher<ByteBuf> readHead(HttpClientResponse head, Connection connection) {
        BackendResponse received = new BackendResponse(
                head, backend.maxResponseBytes(), request.origin().room());
        run(() -> headCame(received));
        return connection.inbound().receive();
    }

    private void headCame(BackendResponse received) {
        Subscription source = upstream;
        if (state != State.OPENING || source == null) {
            return;
        }
        answer = received;
        int status = received.status();
        boolean streamable = status >= 200 && status <= 299 && !BackendResponse.hasNoBody(status);
        BackendFailure fault = streamable ? received.faultInStream() : received.faultInHead();
        if (fault != null) {
            failed(fault, Verdict.of(fault));
        } else if (!streamable) {
            source.request(Long.MAX_VALUE);
        } else {
            state = State.STREAMING;
            stopTimer();
            release(Verdict.SUCCESS, null);
            span.answered(status);
            streamed = true;
            body.begin(source);
            listener.succeeded(received);
        }
    }

    private void pieceCame(byte[] piece) {
        BackendResponse received = answer;
        if (state == State.STREAMING) {
            body.pieceCame(piece);
        } else if (state == State.OPENING && received != null) {
            BackendFailure fault = received.append(Unpooled.wrappedBuffer(piece));
            if (fault != null) {
                failed(fault, Verdict.of(fault));
            }
        }
    }

    private void completed() {
        BackendResponse received = answer;
        if (state == State.STREAMING) {
            body.end(StreamEnd.BACKEND);
        } else if (state == State.OPENING && received == null) {
            failed(new Failed("closed the connection without an answer", null), Verdict.FAILURE);
        } else if (state == State.OPENING && received != null && !retriedAfter(received)) {
            judge(received);
        }
    }

    private void judge(BackendResponse received) {
        BackendFailure failure = request.expected().failure(received);
        Verdict verdict = Verdict.of(received, failure, request.limitedByCaller());
        if (failure != null) {
            failed(failure, verdict);
        } else {
            over();
            release(verdict, null);
            span.answered(received.status());
            listener.succeeded(received);
        }
    }

    private void broke(Throwable cause) {
        if (state == State.STREAMING) {
            body.breakOff(StreamEnd.BROKEN, "closed the connection before its answer was complete", cause);
        } else if (state == State.OPENING && (answer != null || !retriedAfter(cause, handedOver))) {
            if (ConnectionFailures.isUnreachable(cause, handedOver)) {
                leaveUnreachable();
            }
            failed(ConnectionFailures.explain(cause), Verdict.FAILURE);
        }
    }

    @Override
    protected void forgetAttempt() {
        upstream = null;
        handedOver = false;
        answer = null;
    }

    private void timeOut() {
        if (state == State.OPENING) {
            long had = System.nanoTime() - startedAt;
            failed(
                    TimedOut.after(request.timeout()),
                    request.limitedByCaller() ? backend.lateForCaller(startedAt, had) : Verdict.FAILURE);
        }
    }

    private void failed(BackendFailure failure, Verdict verdict) {
        release(verdict, failure);
        over();
        tell(failure);
    }

    private void tell(BackendFailure failure) {
        Throwable cause = failure instanceof Failed failed ? failed.cause() : null;
        BackendResponse received = answer;
        span.failed(failure.type(), failure.reason(), cause, received == null ? 0 : received.status());
        listener.failed(failure);
    }

    private void release(Verdict verdict, @Nullable BackendFailure failure) {
        leaveInstance(verdict);
        backend.leaveStream(permission, verdict, startedAt, failure);
    }

    /** Closes the connection unless the answer has come to its end. */
    private void over() {
        state = State.OVER;
        stopTimer();
        Subscription source = upstream;
        if (source != null) {
            source.cancel();
        }
    }

    private void stopTimer() {
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }

    /**
     * Receives the signals of the HTTP client, on the event loop of the connection. A piece is copied, so no buffer of the connection is kept.
     */
    private final class Received implements CoreSubscriber<ByteBuf> {

        private volatile boolean failed;

        Publisher<Void> write(HttpClientRequest client, NettyOutbound outbound) {
            if (failed) {
                // The client has reported this connection as failed, and uses it all the same.
                outbound.withConnection(Connection::dispose);
                return Mono.never();
            }
            handedOver = true;
            request.writeTo(client.requestHeaders(), span, request.expiresAt() - System.nanoTime());
            return Mono.empty();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            run(() -> {
                upstream = subscription;
                if (state == State.OVER) {
                    subscription.cancel();
                }
            });
        }

        @Override
        public void onNext(ByteBuf piece) {
            byte[] copy = ByteBufUtil.getBytes(piece);
            run(() -> pieceCame(copy));
        }

        @Override
        public void onError(Throwable cause) {
            failed = true;
            run(() -> broke(cause));
        }

        @Override
        public void onComplete() {
            run(StreamCall.this::completed);
        }
    }
}
