package io.dronedelivery.servicekit.telemetry;

import io.dronedelivery.servicekit.trace.TraceParent;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.micrometer.tracing.otel.bridge.OtelSpan;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.web.server.ServerWebExchange;
import reactor.util.context.ContextView;

/** Finds the current span, for code that begins spans beside Micrometer's observations. */
public final class CurrentSpan {

    private CurrentSpan() {}

    /**
     * The parent of a span that begins in this Reactor context: the observation there, else the {@link TraceParent} there, else
     * none.
     */
    public static Context in(ContextView context) {
        Object observation = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        Span span = observation instanceof ObservationView view ? spanOf(view.getContextView()) : null;
        if (span != null) {
            return Context.root().with(span);
        }
        TraceParent caller = TraceParent.current(context);
        return caller == null ? Context.root() : Context.root().with(Span.wrap(caller.spanContext()));
    }

    /** The position of the request in its trace as its observation has it; null when it is not traced. */
    public static @Nullable TraceParent of(ServerWebExchange exchange) {
        Object observed = exchange.getAttribute(ServerRequestObservationContext.CURRENT_OBSERVATION_CONTEXT_ATTRIBUTE);
        Span span = observed instanceof Observation.Context context ? spanOf(context) : null;
        SpanContext position = span == null ? SpanContext.getInvalid() : span.getSpanContext();
        return position.isValid() ? TraceParent.of(position) : null;
    }

    private static @Nullable Span spanOf(Observation.ContextView context) {
        TracingContext tracing = context.get(TracingContext.class);
        io.micrometer.tracing.Span span = tracing == null ? null : tracing.getSpan();
        return span == null ? null : OtelSpan.toOtel(span);
    }
}
