package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.trace.TraceParent;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Decides for each request whether its trace is recorded, and begins its span if so. Spring's observation would cost every request a dozen
 * objects, recorded or not; here a request whose trace is not recorded costs the decision alone.
 */
public final class RequestTracing {

    private static final int SAMPLED = 1;
    private static final TextMapGetter<HttpHeaders> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpHeaders headers) {
            return headers.headerNames();
        }

        @Override
        public @Nullable String get(@Nullable HttpHeaders headers, String name) {
            return headers == null ? null : headers.getFirst(name);
        }
    };

    private final @Nullable Tracer tracer;
    private final @Nullable String userHeader;

    /**
     * @param telemetry where spans go; {@link OpenTelemetry#noop()} switches tracing off
     * @param userHeader the header that names the user, null when none is believed
     */
    public RequestTracing(OpenTelemetry telemetry, @Nullable String userHeader) {
        TracerProvider provider = telemetry.getTracerProvider();
        this.tracer = provider == TracerProvider.noop() ? null : provider.get("io.dronedelivery.gateway");
        this.userHeader = userHeader;
    }

    /**
     * Begins the span of a request; null when its trace is not recorded. If the caller sends a valid traceparent, its sampled flag
     * decides.
     *
     * @param position the place in the trace that the request has when it is not recorded
     * @param name the method and path that the span is named after
     * @param route the path, with variables in braces
     */
    public @Nullable RequestSpan begin(
            ServerHttpRequest request, @Nullable TraceParent position, String name, String route) {
        if (tracer == null) {
            return null;
        }
        Context parent = Context.root();
        if (position != null && (position.flags() & SAMPLED) != 0) {
            parent = W3CTraceContextPropagator.getInstance().extract(parent, request.getHeaders(), HEADERS);
        } else if (request.getHeaders().containsHeader(TraceParent.HEADER)) {
            return null;
        }
        Span span = tracer.spanBuilder(name)
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        if (!span.isRecording()) {
            return null;
        }
        RequestSpan recorded = new RequestSpan(tracer, span);
        recorded.describe(request, route, userHeader);
        return recorded;
    }
}
