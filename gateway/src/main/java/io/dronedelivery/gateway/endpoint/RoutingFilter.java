package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTracing;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.security.AccessRule;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Callers;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Answers the requests for the gateway's endpoints; all others go on to Spring's dispatcher. It replaces a handler mapping, because
 * Spring's dispatcher adds a dozen operators to each request.
 *
 * <p>It is not a bean: as a bean its place would depend on the order of the other filters, and a filter without an order would come
 * behind it and never be asked. {@link EndpointConfiguration} puts it behind all of them.
 */
final class RoutingFilter implements WebFilter {

    private final Router router;
    private final RequestTracing tracing;
    private final Callers callers;

    RoutingFilter(Router router, RequestTracing tracing, Callers callers) {
        this.callers = callers;
        this.router = router;
        this.tracing = tracing;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        Router.Match match = router.find(request.getPath().pathWithinApplication(), request.getMethod());
        if (match == null) {
            return chain.filter(exchange);
        }
        String route = match.endpoint().path().text();
        RequestSpan span = tracing.begin(request, TraceParent.of(exchange), match.name(), route);
        RoutedRequest routed = new RoutedRequest(exchange, match.rawValues(), match.meters(), span);
        Mono<Void> handled =
                admitted(match.endpoint(), routed).doOnError(routed::failed).doOnCancel(routed::aborted);
        return span == null ? handled : within(span, exchange, handled);
    }

    /** Asks who calls, before anything else is looked at. Whoever has called before is known at once. */
    private Mono<Void> admitted(Endpoint endpoint, RoutedRequest routed) {
        AccessRule rule = endpoint.access().rule();
        if (!rule.needsToken()) {
            return endpoint.handle(routed);
        }
        ServerHttpRequest request = routed.exchange().getRequest();
        try {
            Caller known = callers.atOnce(request);
            return known == null
                    ? callers.of(request).flatMap(caller -> admitted(caller, rule, endpoint, routed))
                    : admitted(known, rule, endpoint, routed);
        } catch (ProblemException refusal) {
            return Mono.error(refusal);
        }
    }

    private static Mono<Void> admitted(Caller caller, AccessRule rule, Endpoint endpoint, RoutedRequest routed) {
        rule.check(caller);
        routed.calledBy(caller);
        return endpoint.handle(routed);
    }

    /** Makes the recorded span the position in the trace, also for the answer of an error. */
    private static Mono<Void> within(RequestSpan span, ServerWebExchange exchange, Mono<Void> handled) {
        TraceParent position = span.position();
        position.rememberIn(exchange);
        return handled.contextWrite(position::putInto);
    }
}
