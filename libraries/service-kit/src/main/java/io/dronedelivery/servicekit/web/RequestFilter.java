package io.dronedelivery.servicekit.web;

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
 */
final class RequestFilter implements WebFilter, Ordered {

    private final ResponseHeaders responseHeaders;
    private final RequestBodyLimit bodyLimit;

    RequestFilter(ResponseHeaders responseHeaders, RequestBodyLimit bodyLimit) {
        this.responseHeaders = responseHeaders;
        this.bodyLimit = bodyLimit;
    }

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
        if (!isWellFormed(exchange.getRequest().getURI().getRawQuery())) {
            throw ProblemException.of(
                    ProblemType.INVALID_REQUEST, "The query has a % that is not followed by two hexadecimal digits.");
        }
        ServerWebExchange limited = bodyLimit.applyTo(exchange);
        String timeout = headers.getFirst(Deadline.HEADER);
        Mono<Void> handled =
                timeout == null ? chain.filter(limited) : filterUntil(Deadline.parse(timeout), limited, chain);
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

    /** The framework decodes parameters with a decoder that throws; that would be answered with 500 instead of 400. */
    private static boolean isWellFormed(@Nullable String query) {
        int percent = query == null ? -1 : query.indexOf('%');
        while (query != null && percent >= 0) {
            if (percent + 2 >= query.length()
                    || !isHex(query.charAt(percent + 1))
                    || !isHex(query.charAt(percent + 2))) {
                return false;
            }
            percent = query.indexOf('%', percent + 3);
        }
        return true;
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0 && c < 128;
    }
}
