package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.util.context.ContextView;

/**
 * Where a request stands in its trace.
 *
 * @param parent the span of the gateway, null when there is none
 * @param state vendors' data that belongs to the trace
 */
public record TracePosition(@Nullable TraceParent parent, @Nullable String state) {

    static final String STATE = "tracestate";

    private static final AsciiString PARENT_HEADER = AsciiString.cached(TraceParent.HEADER);
    private static final AsciiString STATE_HEADER = AsciiString.cached(STATE);

    /**
     * @param headers the caller's
     * @param context has the span
     */
    public static TracePosition of(HttpHeaders headers, ContextView context) {
        return new TracePosition(TraceParent.current(context), headers.getFirst(STATE));
    }

    /** Writes the headers of a call, which is a span of its own. */
    public void writeTo(io.netty.handler.codec.http.HttpHeaders call) {
        if (parent != null) {
            call.set(PARENT_HEADER, parent.child().header());
            if (state != null) {
                call.set(STATE_HEADER, state);
            }
        }
    }
}
