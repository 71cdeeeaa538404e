package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.plaintext.PlainText;
import io.dronedelivery.servicekit.problem.ProblemBody;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.telemetry.TokenInQuery;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponse;

/** The span of a request in a trace that is recorded. */
public final class RequestSpan {

    private static final int MAX_USER_LENGTH = 128;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Tracer tracer;
    private final Span span;
    private final Context context;

    RequestSpan(Tracer tracer, Span span) {
        this.tracer = tracer;
        this.span = span;
        this.context = Context.root().with(span);
    }

    void describe(ServerHttpRequest request, String route, @Nullable String userHeader) {
        URI uri = request.getURI();
        String method = MethodNames.of(request.getMethod(), "_OTHER");
        span.updateName((method.equals("_OTHER") ? "HTTP" : method) + ' ' + route);
        span.setAttribute(SpanAttributes.METHOD, method);
        span.setAttribute(SpanAttributes.ROUTE, route);
        span.setAttribute(SpanAttributes.SCHEME, uri.getScheme());
        span.setAttribute(SpanAttributes.PATH, uri.getRawPath());
        span.setAttribute(SpanAttributes.SERVER_ADDRESS, uri.getHost());
        if (uri.getPort() >= 0) {
            span.setAttribute(SpanAttributes.SERVER_PORT, (long) uri.getPort());
        }
        if (uri.getRawQuery() != null) {
            span.setAttribute(SpanAttributes.QUERY, TokenInQuery.redacted(uri.getRawQuery()));
        }
        String user = userHeader == null ? null : request.getHeaders().getFirst(userHeader);
        if (user != null && !user.isBlank()) {
            span.setAttribute(SpanAttributes.USER, PlainText.cut(user, MAX_USER_LENGTH));
        }
    }

    /** The request has waited for its place among those in progress. */
    public void waited(long nanos) {
        span.setAttribute(SpanAttributes.WAITED_MILLIS, nanos / NANOS_PER_MILLI);
    }

    public TraceParent position() {
        return TraceParent.of(span.getSpanContext());
    }

    CallSpan begin(CallDescription call, String uri) {
        return RecordedCall.begin(tracer, context, call, uri);
    }

    void share(@Nullable RequestSpan other) {
        span.setAttribute(SpanAttributes.COALESCED, true);
        if (other != null) {
            span.addLink(other.span.getSpanContext());
        }
    }

    void cached(String status) {
        span.setAttribute(SpanAttributes.CACHE_STATUS, status);
    }

    /** Records why the request is answered with a problem: a 4xx as an event, a 5xx as an exception. */
    public void failed(Throwable failure) {
        int status = failure instanceof ErrorResponse refusal
                ? refusal.getStatusCode().value()
                : 500;
        if (status < 500 && failure instanceof ErrorResponse refusal) {
            span.addEvent("problem", problem(refusal, failure));
            return;
        }
        Throwable reason =
                failure instanceof ProblemException && failure.getCause() != null ? failure.getCause() : failure;
        span.recordException(
                reason, failure instanceof ErrorResponse refusal ? problem(refusal, failure) : Attributes.empty());
        if (failure instanceof ProblemException problem) {
            span.setAttribute(SpanAttributes.PROBLEM_TYPE, problem.type().uri().toString());
        }
    }

    private static Attributes problem(ErrorResponse refusal, Throwable failure) {
        String detail = refusal.getBody().getDetail();
        return Attributes.of(
                SpanAttributes.PROBLEM_TYPE,
                ProblemBody.type(refusal.getBody()).toString(),
                SpanAttributes.PROBLEM_DETAIL,
                detail == null ? failure.toString() : detail);
    }

    /** @param status of the answer */
    public void answered(int status) {
        span.setAttribute(SpanAttributes.STATUS, (long) status);
        if (status >= 500) {
            span.setAttribute(SpanAttributes.ERROR, Integer.toString(status));
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }

    /** The request was cancelled: its caller has left or its deadline has passed. */
    public void aborted() {
        span.setAttribute(SpanAttributes.ERROR, "cancelled");
        span.setStatus(StatusCode.ERROR, "nobody waited for the answer any more");
        span.end();
    }
}
