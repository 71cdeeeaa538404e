package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.RefusalPace;
import io.dronedelivery.gateway.telemetry.RequestSpan;
import io.dronedelivery.gateway.telemetry.RequestTracing;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
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
 * <p>It is not a bean, because a bean's place depends on the order of the other filters. A filter without an order would come behind it and
 * never be called. {@link EndpointConfiguration} puts it behind all of them.
 */
final class RoutingFilter implements WebFilter {

    private final Router router;
    private final RequestLimit limit;
    private final RequestTracing tracing;
    private final Callers callers;
    private final RequestRates rates;
    private final RefusalPace pace;
    private final String viaName;

    /**
     * @param limit of requests; the actuator and the documentation are not behind it
     * @param pace of what is refused because there is no room
     * @param rates how often each caller may ask
     * @param viaName the gateway's name in the field Via of its calls
     */
    RoutingFilter(
            Router router,
            RequestLimit limit,
            RefusalPace pace,
            RequestTracing tracing,
            Callers callers,
            RequestRates rates,
            String viaName) {
        this.viaName = viaName;
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
        if (ReceivedVia.names(request, viaName)) {
            match.meters()
                    .record(
                            request.getMethod(),
                            ProblemType.LOOP_DETECTED.status().value(),
                            0);
            return Mono.error(loop());
        }
        boolean bodyFirst = match.endpoint().takesBody();
        boolean entered = !bodyFirst && limit.tryEnter(match.workload());
        // Who asks is looked at only where callers are compared.
        Object callerKey = entered || bodyFirst && limit.hasRoom(match.workload()) ? null : callerKey(request);
        if (callerKey != null
                && limit.refusesAtOnce(
                        match.workload(), callerKey, match.endpoint().time())) {
            match.meters()
                    .record(request.getMethod(), ProblemType.OVERLOADED.status().value(), 0);
            return pace.refuse(limit.overloaded());
        }
        try {
            return admitted(match, exchange, entered, callerKey);
        } catch (RuntimeException e) {
            if (entered) {
                limit.leave(match.workload());
            }
            throw e;
        }
    }

    private static ProblemException loop() {
        return ProblemException.of(
                ProblemType.LOOP_DETECTED,
                "The request has passed this gateway before: the address of a backend leads back to it.");
    }

    /** The caller before the token is checked: known if the token was verified before, otherwise its address. */
    private Object callerKey(ServerHttpRequest request) {
        Caller known = null;
        try {
            known = callers.atOnce(request);
        } catch (ProblemException noToken) {
            // It is refused for that in its turn, if the endpoint asks for one.
        }
        return RoutedRequest.key(known, request);
    }

    /** From here on {@link RoutedRequest} gives the place at the limit back, however the request ends. */
    private Mono<Void> admitted(
            Router.Match match, ServerWebExchange exchange, boolean entered, @Nullable Object callerKey) {
        String route = match.endpoint().path().text();
        ServerHttpRequest request = exchange.getRequest();
        RequestSpan span = tracing.begin(request, TraceParent.of(exchange), match.name(), route);
        RoutedRequest routed = new RoutedRequest(exchange, match, limit, entered, span, callerKey);
        Mono<Void> permitted = entered || match.endpoint().takesBody()
                ? permitted(match.endpoint(), routed)
                : routed.entered(routed).flatMap(it -> permitted(match.endpoint(), it));
        Mono<Void> handled = permitted.doOnError(routed::failed).doOnCancel(routed::aborted);
        if (!entered) {
            // It has got no place, or there was no room for its body.
            handled = handled.onErrorResume(
                    failure -> failure instanceof ProblemException refusal && refusal.type() == ProblemType.OVERLOADED,
                    pace::refuse);
        }
        return span == null ? handled : within(span, exchange, handled);
    }

    /** Asks who calls, before anything else is looked at. A caller whose token was verified before is known at once. */
    private Mono<Void> permitted(Endpoint endpoint, RoutedRequest routed) {
        ServerHttpRequest request = routed.exchange().getRequest();
        try {
            if (!endpoint.access().rule().needsToken()) {
                rates.count(Caller.ANYBODY, endpoint, request);
                return handle(endpoint, routed);
            }
            Caller known = atOnce(endpoint, request);
            return known == null
                    ? verified(endpoint, request).flatMap(caller -> permitted(caller, endpoint, routed))
                    : permitted(known, endpoint, routed);
        } catch (ProblemException refusal) {
            return Mono.error(refusal);
        }
    }

    private @Nullable Caller atOnce(Endpoint endpoint, ServerHttpRequest request) {
        try {
            return callers.atOnce(request);
        } catch (ProblemException noToken) {
            rates.countRefusal(Callers.CallerRefusal.NO_TOKEN, endpoint, request);
            throw noToken;
        }
    }

    /**
     * A new token is verified whatever others of its address have sent: many callers may share one. Of those that do not hold too many of a
     * kind are answered with 429.
     */
    private Mono<Caller> verified(Endpoint endpoint, ServerHttpRequest request) {
        return callers.of(request).onErrorMap(failure -> counted(failure, endpoint, request));
    }

    private Throwable counted(Throwable failure, Endpoint endpoint, ServerHttpRequest request) {
        Callers.CallerRefusal kind = Callers.refusalIn(failure);
        try {
            if (kind != null) {
                rates.countRefusal(kind, endpoint, request);
            }
            return failure;
        } catch (ProblemException tooMany) {
            return tooMany;
        }
    }

    /** What a caller may not do is counted like what they may. */
    private Mono<Void> permitted(Caller caller, Endpoint endpoint, RoutedRequest routed) {
        rates.count(caller, endpoint, routed.exchange().getRequest());
        endpoint.access().rule().check(caller);
        routed.calledBy(caller);
        return handle(endpoint, routed);
    }

    private Mono<Void> handle(Endpoint endpoint, RoutedRequest routed) {
        ErrorResponseException refusal = endpoint.refusal(routed);
        if (refusal == null) {
            return endpoint.handle(routed);
        }
        // It gives its place back before it waits.
        routed.failed(refusal);
        return pace.refuse(refusal);
    }

    /** Makes the recorded span the position in the trace, also for the answer of an error. */
    private static Mono<Void> within(RequestSpan span, ServerWebExchange exchange, Mono<Void> handled) {
        TraceParent position = span.position();
        position.rememberIn(exchange);
        return handled.contextWrite(position::putInto);
    }
}
