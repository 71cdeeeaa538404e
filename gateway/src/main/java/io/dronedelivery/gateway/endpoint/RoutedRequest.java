package io.dronedelivery.gateway.endpoint;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;

/** A request that has found its endpoint. It is timed from here on, and recorded once, however it ends. */
public final class RoutedRequest {

    private final ServerWebExchange exchange;
    private final String[] rawValues;
    private final RequestMeters meters;
    private final long startedAt = System.nanoTime();
    private boolean recorded;

    RoutedRequest(ServerWebExchange exchange, String[] rawValues, RequestMeters meters) {
        this.exchange = exchange;
        this.rawValues = rawValues;
        this.meters = meters;
    }

    /** The request and its response. */
    public ServerWebExchange exchange() {
        return exchange;
    }

    /** The decoded values of the path's variables, in the path's order; not checked yet. */
    public String[] rawValues() {
        return rawValues;
    }

    /** To be called when the answer is known and before it is written, so that who has the answer finds it in the meters. */
    public void answered(int status) {
        if (!recorded) {
            recorded = true;
            meters.record(exchange.getRequest().getMethod(), status, System.nanoTime() - startedAt);
        }
    }

    void failed(Throwable failure) {
        answered(
                failure instanceof ErrorResponse refusal
                        ? refusal.getStatusCode().value()
                        : HttpStatus.INTERNAL_SERVER_ERROR.value());
    }

    void aborted() {
        answered(RequestMeters.ABORTED);
    }
}
