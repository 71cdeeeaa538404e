package io.dronedelivery.servicekit.telemetry;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelSpan;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

/**
 * The span of a request that Spring observes, with the names and types of OpenTelemetry: the exporter needs
 * these to find result code and URL, while Spring uses its own names and only strings.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/http/http-spans/">Semantic conventions for HTTP spans</a>
 */
final class ServerSpans extends PropagatingReceiverTracingObservationHandler<ServerRequestObservationContext> {

    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");
    private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> USER_AGENT = AttributeKey.stringKey("user_agent.original");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    ServerSpans(Tracer tracer, Propagator propagator) {
        super(tracer, propagator);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ServerRequestObservationContext;
    }

    /** The sampler needs the path, so it is set before the span starts. */
    @Override
    public io.micrometer.tracing.Span.Builder customizeExtractedSpan(
            ServerRequestObservationContext context, io.micrometer.tracing.Span.Builder builder) {
        ServerHttpRequest request = context.getCarrier();
        return request == null
                ? builder
                : builder.tag(PATH.getKey(), request.getURI().getRawPath());
    }

    /** For a 4xx the status says enough. A 5xx is logged with its stack trace, as an exception of this span. */
    @Override
    public void onError(ServerRequestObservationContext context) {
        Throwable error = context.getError();
        int status = status(context);
        Span span = OtelSpan.toOtel(getRequiredSpan(context));
        if (error != null && span.isRecording() && (status <= 0 || status >= 500)) {
            span.setAttribute(ERROR_TYPE, error.getClass().getName());
            span.setStatus(StatusCode.ERROR, String.valueOf(error.getMessage()));
        }
    }

    @Override
    public void onStop(ServerRequestObservationContext context) {
        io.micrometer.tracing.Span span = getRequiredSpan(context);
        Span recorded = OtelSpan.toOtel(span);
        if (recorded.isRecording()) {
            describe(context, recorded);
        }
        endSpan(context, span);
    }

    private static void describe(ServerRequestObservationContext context, Span span) {
        ServerHttpRequest request = context.getCarrier();
        if (request == null) {
            return;
        }
        String method = request.getMethod().name();
        String route = context.getPathPattern();
        span.updateName(route == null ? method : method + " " + route);
        span.setAttribute(METHOD, method);
        setIfPresent(span, ROUTE, route);
        setIfPresent(span, USER_AGENT, request.getHeaders().getFirst(HttpHeaders.USER_AGENT));
        describe(request.getURI(), span);
        int status = status(context);
        if (status > 0) {
            span.setAttribute(STATUS, (long) status);
        }
    }

    private static void describe(URI uri, Span span) {
        setIfPresent(span, SCHEME, uri.getScheme());
        setIfPresent(span, PATH, uri.getRawPath());
        if (uri.getRawQuery() != null) {
            span.setAttribute(QUERY, TokenInQuery.redacted(uri.getRawQuery()));
        }
        setIfPresent(span, ADDRESS, uri.getHost());
        if (uri.getPort() > 0) {
            span.setAttribute(PORT, (long) uri.getPort());
        }
    }

    private static void setIfPresent(Span span, AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            span.setAttribute(key, value);
        }
    }

    /** Of the answer, or -1 when there is none. */
    private static int status(ServerRequestObservationContext context) {
        ServerHttpResponse response = context.getResponse();
        HttpStatusCode status = response == null || (context.isConnectionAborted() && !response.isCommitted())
                ? null
                : response.getStatusCode();
        return status == null ? -1 : status.value();
    }
}
