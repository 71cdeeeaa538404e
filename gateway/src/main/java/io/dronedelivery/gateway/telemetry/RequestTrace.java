package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.servicekit.trace.TraceMembers;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

/**
 * The trace that a request belongs to, and its position there.
 *
 * @param parent the span of the gateway, null when there is none
 * @param state the caller's {@code tracestate}, null without a valid traceparent
 * @param span the gateway's span when the trace is recorded, null when it is not
 */
public record RequestTrace(
        @Nullable TraceParent parent,
        @Nullable String state,
        @Nullable RequestSpan span) {

    private static final AsciiString PARENT_HEADER = AsciiString.cached(TraceParent.HEADER);
    private static final AsciiString STATE_HEADER = AsciiString.cached(TraceMembers.HEADER);

    /**
     * @param headers the caller's
     * @param context has the position when the trace is not recorded
     * @param span the request's when the trace is recorded
     */
    public static RequestTrace of(
            org.springframework.http.HttpHeaders headers, ContextView context, @Nullable RequestSpan span) {
        // The server's edge has taken off what is not valid.
        return new RequestTrace(TraceParent.current(context), headers.getFirst(TraceMembers.HEADER), span);
    }

    /** Writes the headers of a call that is not recorded; its span has an id nevertheless. */
    public void writeTo(HttpHeaders call) {
        if (parent != null) {
            write(call, parent.child().header(), state);
        }
    }

    static void write(HttpHeaders call, String parent, @Nullable String state) {
        call.set(PARENT_HEADER, parent);
        if (state != null) {
            call.set(STATE_HEADER, state);
        }
    }

    /** @param uri path and query at the backend */
    public CallSpan begin(CallDescription call, String uri) {
        return span == null ? CallSpan.NONE : span.begin(call, uri);
    }

    /** Records that this request shares the calls of another one, whose trace contains them. */
    public void share(RequestTrace other) {
        if (span != null) {
            span.share(other.span());
        }
    }

    /** Records how kept answers were used. */
    public void cached(String status) {
        if (span != null) {
            span.cached(status);
        }
    }
}
