package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.handler.codec.http.HttpHeaders;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/** The span of a call whose trace is recorded. */
record RecordedCall(Span span, boolean absenceIsAnswer) implements CallSpan {

    private static final double NANOS_PER_MILLI = 1e6;

    static RecordedCall begin(Tracer tracer, Context parent, CallDescription call, String uri) {
        Span span = tracer.spanBuilder(call.name())
                .setParent(parent)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(SpanAttributes.METHOD, call.method())
                .setAttribute(SpanAttributes.FULL_URL, call.origin().origin() + uri)
                .setAttribute(SpanAttributes.SERVER_ADDRESS, call.origin().host())
                .setAttribute(SpanAttributes.SERVER_PORT, (long) call.origin().port())
                .setAttribute(SpanAttributes.PEER, call.backend())
                .startSpan();
        if (call.part() != null) {
            span.setAttribute(SpanAttributes.PART, call.part());
        }
        return new RecordedCall(span, call.absenceIsAnswer());
    }

    @Override
    public void writeTo(HttpHeaders call) {
        W3CTraceContextPropagator.getInstance().inject(Context.root().with(span), call, (headers, name, value) -> {
            if (headers != null) {
                headers.set(name, value);
            }
        });
    }

    @Override
    public void waited(long nanos) {
        span.setAttribute(SpanAttributes.WAITED_MILLIS, nanos / NANOS_PER_MILLI);
    }

    @Override
    public void hedge() {
        span.setAttribute(SpanAttributes.HEDGE, true);
    }

    @Override
    public void sentAgain() {
        span.setAttribute(SpanAttributes.RESEND_COUNT, 1L);
    }

    @Override
    public void answered(int status) {
        span.setAttribute(SpanAttributes.STATUS, (long) status);
        if (status >= 400) {
            span.setAttribute(SpanAttributes.ERROR, Integer.toString(status));
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }

    @Override
    public void failed(ProblemType type, String reason, @Nullable Throwable cause, int status) {
        if (status > 0) {
            span.setAttribute(SpanAttributes.STATUS, (long) status);
        }
        if (type == ProblemType.NOT_FOUND && absenceIsAnswer) {
            // Without a status of the span, the 404 alone would count as a failure.
            span.setStatus(StatusCode.OK);
            span.end();
            return;
        }
        Attributes problem = Attributes.of(
                SpanAttributes.PROBLEM_TYPE, type.uri().toString(), SpanAttributes.EXCEPTION_MESSAGE, reason);
        if (cause == null) {
            span.addEvent("exception", problem);
        } else {
            span.recordException(cause, problem);
        }
        span.setAttribute(SpanAttributes.PROBLEM_TYPE, type.uri().toString());
        span.setAttribute(SpanAttributes.ERROR, type.slug());
        span.setStatus(StatusCode.ERROR, reason);
        span.end();
    }

    /** No failure: the call has its answer. */
    @Override
    public void outrun() {
        span.setAttribute(SpanAttributes.OUTRUN, true);
        span.setStatus(StatusCode.OK);
        span.end();
    }

    @Override
    public void abandoned() {
        span.setAttribute(SpanAttributes.ERROR, "cancelled");
        span.setStatus(StatusCode.ERROR, "was given up, nobody needed its answer any more");
        span.end();
    }
}
