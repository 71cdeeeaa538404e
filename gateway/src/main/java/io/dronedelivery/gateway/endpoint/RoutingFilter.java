package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.CallerRates;
import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.RefusalPace;
import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTracing;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.AccessRule;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Callers;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponseException;
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
    private final ConcurrencyLimit limit;
    private final RequestTracing tracing;
    private final Callers callers;
    private final @Nullable CallerRates rates;
    private final RefusalPace pace;

    /**
     * @param limit of requests; the actuator and the documentation are not behind it
     * @param pace of what is refused because there is no room
     * @param rates how often each caller may ask, null when that has no limit
     */
    RoutingFilter(
            Router router,
            ConcurrencyLimit limit,
            RefusalPace pace,
            RequestTracing tracing,
            Callers callers,
            @Nullable CallerRates rates) {
        this.pace = pace;
        this.callers = callers;
        this.rates = rates;
        this.router = router;
        this.limit = limit;
        this.tracing = tracing;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        Router.Match match = router.find(request.getPath().pathWithinApplication(), request.getMethod());
        if (match == null) {
            return chain.filter(exchange);
        }
        boolean bodyFirst = match.endpoint().takesBody();
        if (bodyFirst ? limit.refusesAtOnce(match.workload()) : !limit.tryEnter(match.workload())) {
            match.meters()
                    .record(request.getMethod(), ProblemType.OVERLOADED.status().value(), 0);
            return pace.refuse(RoutedRequest.overloaded());
        }
        try {
            return admitted(match, exchange, !bodyFirst);
        } catch (RuntimeException e) {
            if (!bodyFirst) {
                limit.leave();
            }
            throw e;
        }
    }

    /** From here on {@link RoutedRequest} gives the place at the limit back, however the request ends. */
    private Mono<Void> admitted(Router.Match match, ServerWebExchange exchange, boolean entered) {
        String route = match.endpoint().path().text();
        ServerHttpRequest request = exchange.getRequest();
        RequestSpan span = tracing.begin(request, TraceParent.of(exchange), match.name(), route);
        RoutedRequest routed = new RoutedRequest(exchange, match, limit, entered, span);
        Mono<Void> handled =
                permitted(match.endpoint(), routed).doOnError(routed::failed).doOnCancel(routed::aborted);
        if (!entered) {
            // There is no room for its body, or for the request when the body was complete.
            handled = handled.onErrorResume(
                    failure -> failure instanceof ProblemException refusal && refusal.type() == ProblemType.OVERLOADED,
                    pace::refuse);
        }
        return span == null ? handled : within(span, exchange, handled);
    }

    /** Asks who calls, before anything else is looked at. Whoever has called before is known at once. */
    private Mono<Void> permitted(Endpoint endpoint, RoutedRequest routed) {
        AccessRule rule = endpoint.access().rule();
        ServerHttpRequest request = routed.exchange().getRequest();
        try {
            if (!rule.needsToken()) {
                return handle(endpoint, routed, Caller.ANYBODY);
            }
            Caller known = callers.atOnce(request);
            return known == null
                    ? callers.of(request).flatMap(caller -> permitted(caller, rule, endpoint, routed))
                    : permitted(known, rule, endpoint, routed);
        } catch (ProblemException refusal) {
            return Mono.error(refusal);
        }
    }

    private Mono<Void> permitted(Caller caller, AccessRule rule, Endpoint endpoint, RoutedRequest routed) {
        rule.check(caller);
        routed.calledBy(caller);
        return handle(endpoint, routed, caller);
    }

    private Mono<Void> handle(Endpoint endpoint, RoutedRequest routed, Caller caller) {
        count(endpoint.access().rates(), caller, routed);
        count(rates, caller, routed);
        ErrorResponseException refusal = endpoint.refusal();
        if (refusal == null) {
            return endpoint.handle(routed);
        }
        // It gives its place back before it waits.
        routed.failed(refusal);
        return pace.refuse(refusal);
    }

    private static void count(@Nullable CallerRates rates, Caller caller, RoutedRequest routed) {
        if (rates != null) {
            rates.count(
                    caller == Caller.ANYBODY
                            ? CallerRates.address(routed.exchange().getRequest().getRemoteAddress())
                            : caller.subject());
        }
    }

    /** Makes the recorded span the position in the trace, also for the answer of an error. */
    private static Mono<Void> within(RequestSpan span, ServerWebExchange exchange, Mono<Void> handled) {
        TraceParent position = span.position();
        position.rememberIn(exchange);
        return handled.contextWrite(position::putInto);
    }
}
