package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.LoopWaiter;
import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.ContextView;

/**
 * A request that has found its endpoint. It is timed from here on, and recorded once, however it ends.
 *
 * <p>It belongs to the request's reactive chain. Only its end can come from two threads at once, when a deadline or a cancellation
 * coincides with the answer; the first one is recorded.
 */
public final class RoutedRequest implements RequestRoom {

    /** It has no place among the requests in progress yet. */
    private static final int WAITING = 0;

    private static final int ENTERED = 1;

    /** It has ended, and its place is given back. */
    private static final int RECORDED = 2;

    private static final AtomicLongFieldUpdater<RoutedRequest> HELD =
            AtomicLongFieldUpdater.newUpdater(RoutedRequest.class, "held");
    private static final long RELEASED = -1;

    private static final AtomicIntegerFieldUpdater<RoutedRequest> STATE =
            AtomicIntegerFieldUpdater.newUpdater(RoutedRequest.class, "state");

    private final ServerWebExchange exchange;
    private final String[] rawValues;
    private final RequestMeters meters;
    private final RequestLimit limit;
    private final Workload workload;
    private final @Nullable RequestSpan span;
    private final Duration time;
    private final long startedAt = System.nanoTime();
    private long waitedNanos;
    private volatile int state;
    /** Bytes of large answers. */
    private volatile long held;

    private @Nullable Caller caller;
    private @Nullable Object callerKey;

    /**
     * @param limit which the request leaves when it is recorded
     * @param entered whether it has entered the limit
     * @param span null when the trace is not recorded
     * @param callerKey the presumed caller, null when it has not been determined
     */
    RoutedRequest(
            ServerWebExchange exchange,
            Router.Match match,
            RequestLimit limit,
            boolean entered,
            @Nullable RequestSpan span,
            @Nullable Object callerKey) {
        this.callerKey = callerKey;
        this.state = entered ? ENTERED : WAITING;
        this.exchange = exchange;
        this.rawValues = match.rawValues();
        this.meters = match.meters();
        this.workload = match.workload();
        this.time = match.endpoint().time();
        this.limit = limit;
        this.span = span;
    }

    /** The request and its response. */
    public ServerWebExchange exchange() {
        return exchange;
    }

    /** The caller; null when the endpoint is public and no token was requested. */
    public @Nullable Caller caller() {
        return caller;
    }

    void calledBy(Caller known) {
        this.caller = known;
        this.callerKey = null;
    }

    /** The decoded values of the path's variables, in the path's order; not checked yet. */
    public String[] rawValues() {
        return rawValues;
    }

    AnswerMemory memory() {
        return limit.memory();
    }

    long startedAt() {
        return startedAt;
    }

    /** When it has ended, others may be waiting for the answer. */
    @Override
    public boolean tryHold(int bytes) {
        return held == RELEASED || memory().tryTake(this, bytes);
    }

    @Override
    public boolean waitToHold(long bytes, Runnable granted) {
        return memory().waitToTake(this, bytes, granted);
    }

    @Override
    public void abandon(Runnable granted) {
        memory().abandon(granted);
    }

    /** Adds what the memory has given. False when the request has ended. */
    boolean hold(long bytes) {
        return HELD.getAndUpdate(this, own -> own == RELEASED ? own : own + bytes) != RELEASED;
    }

    private long lacks(long length) {
        return length - Math.max(0, held);
    }

    /** Whether there is room for the body of an answer, beside what its parts hold already. */
    public boolean hasRoom(long length) {
        return !BodyWriter.isLarge(length)
                || held == RELEASED
                || lacks(length) <= 0
                || memory().tryTake(this, lacks(length));
    }

    /**
     * Writes the answer with its head, if need be after a wait for its room. The error is {@link ProblemType#OVERLOADED} when there is none in
     * time.
     */
    public Mono<Void> whenRoom(long length, Supplier<Mono<Void>> write) {
        if (hasRoom(length)) {
            return write.get();
        }
        Mono<Void> room = Mono.create(sink -> {
            EventExecutor loop = limit.currentLoop();
            Runnable granted = () -> loop.execute(sink::success);
            Runnable refused = () -> sink.error(ProblemException.of(
                            ProblemType.OVERLOADED, "The gateway holds as many bytes of answers as it has memory for.")
                    .retryAfter(RefusalWait.next()));
            Future<?> timer =
                    loop.schedule(refused, latest(sink.contextView()) - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (!waitToHold(lacks(length), granted)) {
                refused.run();
            }
            // Last, because it may have been cancelled already.
            sink.onDispose(() -> {
                timer.cancel(false);
                abandon(granted);
            });
        });
        return room.then(Mono.defer(write));
    }

    /** What the backends have answered is not held any more. */
    void release() {
        long before = takeHeld();
        if (before > 0) {
            memory().give(this, before);
        }
    }

    /** What it held. It holds nothing any more. */
    long takeHeld() {
        return Math.max(0, HELD.getAndSet(this, RELEASED));
    }

    /**
     * The place in the trace, for the calls that this request makes.
     *
     * @param context of the request
     */
    public RequestTrace trace(ContextView context) {
        return RequestTrace.of(exchange.getRequest().getHeaders(), context, span);
    }

    /**
     * Records the request. Call it when the answer is known and before it is written, so that the meters have it when the caller receives the
     * answer.
     */
    public void answered(int status) {
        if (record(status) && span != null) {
            span.answered(status);
        }
    }

    /** Takes a place among the requests in progress if there is one, and if it has none yet. */
    boolean tryEnter() {
        if (state == ENTERED) {
            return true;
        }
        if (!limit.tryEnter(workload)) {
            return false;
        }
        placeTaken();
        return true;
    }

    /**
     * The value, once the request has a place among those in progress; at once if there is one, or if it has one already. The error is
     * {@link ProblemType#OVERLOADED} when it gets none in time.
     */
    public <T> Mono<T> entered(T value) {
        return tryEnter()
                ? Mono.just(value)
                : Mono.create(sink -> new PlaceWaiter<>(sink, value, latest(sink.contextView())).waitForPlace());
    }

    /** Until when it may wait: as long as the endpoint's time and the caller's deadline allow. */
    private long latest(ContextView context) {
        long now = System.nanoTime();
        Duration own = time.minusNanos(now - startedAt);
        Duration callers = Deadline.remaining(context);
        return now + limit.nanosToWait(callers == null || own.compareTo(callers) < 0 ? own : callers);
    }

    /** What is left of the endpoint's time after the request has waited for its place. */
    public Duration left(Duration time) {
        return waitedNanos == 0 ? time : time.minusNanos(Math.min(waitedNanos, time.toNanos()));
    }

    private void placeTaken() {
        // Its caller may have left meanwhile.
        if (!STATE.compareAndSet(this, WAITING, ENTERED)) {
            limit.leave(workload);
        }
    }

    /** The caller as the limits compare callers: the subject of the token, or the network of the address. */
    public Object callerKey() {
        Object known = callerKey;
        if (known == null) {
            known = key(caller, exchange.getRequest());
            callerKey = known;
        }
        return known;
    }

    static Object key(@Nullable Caller caller, ServerHttpRequest request) {
        return caller == null || caller == Caller.ANYBODY
                ? CallerRates.network(request.getRemoteAddress())
                : caller.subject();
    }

    /** The request while it waits for a place. */
    private final class PlaceWaiter<T> extends LoopWaiter {

        private final MonoSink<T> sink;
        private final T value;

        PlaceWaiter(MonoSink<T> sink, T value, long latest) {
            super(limit.waiting(), limit.currentLoop(), workload, 1, callerKey(), latest);
            this.sink = sink;
            this.value = value;
        }

        void waitForPlace() {
            if (enter()) {
                sink.onCancel(this::abandon);
            }
        }

        @Override
        protected void granted(long waitedNanos) {
            RoutedRequest.this.waitedNanos = waitedNanos;
            if (span != null) {
                span.waited(waitedNanos);
            }
            placeTaken();
            sink.success(value);
        }

        @Override
        protected void refused(Entry why) {
            sink.error(limit.overloaded());
        }
    }

    private boolean record(int status) {
        int before = STATE.getAndSet(this, RECORDED);
        if (before == RECORDED) {
            return false;
        }
        long now = System.nanoTime();
        meters.record(exchange.getRequest().getMethod(), status, now - startedAt);
        if (before == ENTERED) {
            limit.leave(workload);
        }
        return true;
    }

    void failed(Throwable failure) {
        release();
        if (span != null && state != RECORDED) {
            span.failed(failure);
        }
        answered(
                failure instanceof ErrorResponse refusal
                        ? refusal.getStatusCode().value()
                        : HttpStatus.INTERNAL_SERVER_ERROR.value());
    }

    void aborted() {
        release();
        if (record(RequestMeters.ABORTED) && span != null) {
            span.aborted();
        }
    }
}
