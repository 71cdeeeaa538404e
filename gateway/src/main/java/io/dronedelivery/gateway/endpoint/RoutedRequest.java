package io.dronedelivery.gateway.endpoint;

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
    private final @Nullable RequestSpan span;
    private final long startedAt = System.nanoTime();
    private volatile int recorded;
    private @Nullable Caller caller;

    /** @param span null when the trace is not recorded */
    RoutedRequest(ServerWebExchange exchange, String[] rawValues, RequestMeters meters, @Nullable RequestSpan span) {
        this.exchange = exchange;
        this.rawValues = rawValues;
        this.meters = meters;
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
        meters.record(exchange.getRequest().getMethod(), status, System.nanoTime() - startedAt);
        return true;
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
