package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTrace;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Caller;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.util.context.ContextView;

/**
 * A request that has found its endpoint. It is timed from here on, and recorded once, however it ends.
 *
 * <p>It belongs to the request's reactive chain. Only its end can come from two threads at once, when a deadline or a cancellation
 * coincides with the answer; the first one is recorded.
 */
public final class RoutedRequest {

    /** It has no place among the requests in progress yet. */
    private static final int WAITING = 0;

    private static final int ENTERED = 1;

    /** It has ended, and its place is given back. */
    private static final int RECORDED = 2;

    private static final AtomicIntegerFieldUpdater<RoutedRequest> STATE =
            AtomicIntegerFieldUpdater.newUpdater(RoutedRequest.class, "state");

    private final ServerWebExchange exchange;
    private final String[] rawValues;
    private final RequestMeters meters;
    private final ConcurrencyLimit limit;
    private final Workload workload;
    private final @Nullable RequestSpan span;
    private final long startedAt = System.nanoTime();
    private long enteredAt = startedAt;
    private volatile int state;
    private @Nullable Caller caller;

    /**
     * @param limit which the request leaves when it is recorded
     * @param entered whether it has entered the limit
     * @param span null when the trace is not recorded
     */
    RoutedRequest(
            ServerWebExchange exchange,
            Router.Match match,
            ConcurrencyLimit limit,
            boolean entered,
            @Nullable RequestSpan span) {
        this.state = entered ? ENTERED : WAITING;
        this.exchange = exchange;
        this.rawValues = match.rawValues();
        this.meters = match.meters();
        this.workload = match.workload();
        this.limit = limit;
        this.span = span;
    }

    /** The request and its response. */
    public ServerWebExchange exchange() {
        return exchange;
    }

    /** Who asks; null when the endpoint is public and nobody was asked. */
    public @Nullable Caller caller() {
        return caller;
    }

    void calledBy(Caller known) {
        this.caller = known;
    }

    /** The decoded values of the path's variables, in the path's order; not checked yet. */
    public String[] rawValues() {
        return rawValues;
    }

    /**
     * The place in the trace, for the calls that this request makes.
     *
     * @param context of the request
     */
    public RequestTrace trace(ContextView context) {
        return RequestTrace.of(exchange.getRequest().getHeaders(), context, span);
    }

    /** Call it when the answer is known and before it is written, so that a caller that has the answer finds it in the meters. */
    public void answered(int status) {
        if (record(status) && span != null) {
            span.answered(status);
        }
    }

    /**
     * Takes a place among the requests in progress, if it has none yet.
     *
     * @throws ProblemException overloaded, when there is none
     */
    public void enter() {
        if (state != WAITING) {
            return;
        }
        if (!limit.tryEnter(workload)) {
            throw overloaded();
        }
        enteredAt = System.nanoTime();
        // Its caller may have left meanwhile.
        if (!STATE.compareAndSet(this, WAITING, ENTERED)) {
            limit.leave();
        }
    }

    static ProblemException overloaded() {
        return ProblemException.of(
                        ProblemType.OVERLOADED, "As many requests are in progress as the gateway can answer in time.")
                .retryAfter(RefusalWait.next());
    }

    private boolean record(int status) {
        int before = STATE.getAndSet(this, RECORDED);
        if (before == RECORDED) {
            return false;
        }
        long now = System.nanoTime();
        meters.record(exchange.getRequest().getMethod(), status, now - startedAt);
        if (before == ENTERED) {
            leave(status, now);
        }
        return true;
    }

    /** How long the caller takes to send a body or to read the answer is not the gateway's time. */
    private void leave(int status, long now) {
        if (status >= 200 && status < 400) {
            limit.leaveAnswered(workload, now - enteredAt, now);
        } else if (status == RequestMeters.ABORTED || status == HttpStatus.GATEWAY_TIMEOUT.value()) {
            limit.leaveUnanswered(workload, now - enteredAt, now);
        } else {
            limit.leave();
        }
    }

    void failed(Throwable failure) {
        if (span != null && state != RECORDED) {
            span.failed(failure);
        }
        answered(
                failure instanceof ErrorResponse refusal
                        ? refusal.getStatusCode().value()
                        : HttpStatus.INTERNAL_SERVER_ERROR.value());
    }

    void aborted() {
        if (record(RequestMeters.ABORTED) && span != null) {
            span.aborted();
        }
    }
}
