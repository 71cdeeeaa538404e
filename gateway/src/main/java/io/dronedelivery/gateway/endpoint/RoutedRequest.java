package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTrace;
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

    private static final AtomicIntegerFieldUpdater<RoutedRequest> RECORDED =
            AtomicIntegerFieldUpdater.newUpdater(RoutedRequest.class, "recorded");

    private final ServerWebExchange exchange;
    private final String[] rawValues;
    private final RequestMeters meters;
    private final ConcurrencyLimit limit;
    private final Workload workload;
    private final @Nullable RequestSpan span;
    private final long startedAt = System.nanoTime();
    private volatile int recorded;
    private @Nullable Caller caller;

    /**
     * @param limit which the request has entered, and leaves when it is recorded
     * @param span null when the trace is not recorded
     */
    RoutedRequest(ServerWebExchange exchange, Router.Match match, ConcurrencyLimit limit, @Nullable RequestSpan span) {
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

    private boolean record(int status) {
        if (!RECORDED.compareAndSet(this, 0, 1)) {
            return false;
        }
        long now = System.nanoTime();
        meters.record(exchange.getRequest().getMethod(), status, now - startedAt);
        leave(status, now);
        return true;
    }

    /** How long the caller takes to read the answer is not the gateway's time. */
    private void leave(int status, long now) {
        if (status >= 200 && status < 400) {
            limit.leaveAnswered(workload, now - startedAt, now);
        } else if (status == RequestMeters.ABORTED || status == HttpStatus.GATEWAY_TIMEOUT.value()) {
            limit.leaveUnanswered(workload, now - startedAt, now);
        } else {
            limit.leave();
        }
    }

    void failed(Throwable failure) {
        if (span != null && recorded == 0) {
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
