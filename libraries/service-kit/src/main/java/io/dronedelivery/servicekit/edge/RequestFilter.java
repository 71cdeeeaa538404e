package io.dronedelivery.servicekit.edge;

import io.dronedelivery.localrequests.LocalRequests;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.telemetry.CurrentSpan;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Prepares every request for its handler: response headers, position in the trace, deadline, limit of the body. It is one filter for all
 * of these, because every filter costs each request a step of the chain.
 *
 * @param taken which requests are taken by the names and pages that they are from; null for all
 */
record RequestFilter(
        ResponseHeaders responseHeaders,
        RequestBodyLimit bodyLimit,
        RefusedRequests refused,
        @Nullable LocalRequests taken)
        implements WebFilter, Ordered {

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 10;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        responseHeaders.addTo(exchange.getResponse());
        HttpHeaders headers = exchange.getRequest().getHeaders();
        TraceParent observed = CurrentSpan.of(exchange);
        TraceParent trace = observed == null ? TraceParent.continuing(headers.getFirst(TraceParent.HEADER)) : observed;
        trace.rememberIn(exchange);
        String timeout = headers.getFirst(Deadline.HEADER);
        ServerWebExchange limited;
        Deadline deadline;
        try {
            requireTaken(headers);
            limited = bodyLimit.applyTo(exchange);
            deadline = timeout == null ? null : Deadline.parse(timeout);
        } catch (ProblemException refusal) {
            throw refused.count(refusal);
        }
        Mono<Void> handled = deadline == null ? chain.filter(limited) : filterUntil(deadline, limited, chain);
        return handled.contextWrite(trace::putInto);
    }

    /** The deadline bounds the time until the answer begins. How long the caller then takes to read it is up to the connection. */
    private static Mono<Void> filterUntil(Deadline deadline, ServerWebExchange exchange, WebFilterChain chain) {
        TimelyResponse response = new TimelyResponse(exchange.getResponse());
        Mono<Long> deadlinePassed = Mono.delay(deadline.remaining())
                .filter(tick -> response.refuse())
                .switchIfEmpty(Mono.never());
        return chain.filter(exchange.mutate().response(response).build())
                .then(Mono.defer(response::setComplete))
                .timeout(deadlinePassed, Mono.error(Deadline::exceeded))
                .contextWrite(deadline::putInto);
    }

    private void requireTaken(HttpHeaders headers) {
        String refusal = taken == null
                ? null
                : taken.refusal(
                        headers.getFirst(HttpHeaders.HOST),
                        headers.getFirst(HttpHeaders.ORIGIN),
                        headers.getFirst("Sec-Fetch-Site"));
        if (refusal != null) {
            throw ProblemException.of(ProblemType.FORBIDDEN, refusal);
        }
    }
}
