package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.trace.TraceMembers;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.List;

/**
 * Leaves of a believed caller's trace what is valid, so that everything behind reads the same. A {@code traceparent} that is sent twice or
 * cannot be read is taken off together with {@code tracestate}: a new trace begins. A {@code tracestate} that is not valid is taken off
 * alone.
 *
 * @see <a href="https://www.w3.org/TR/trace-context-2/#a-traceparent-is-received">W3C Trace Context, Level 2, processing model</a>
 */
final class TraceFields {

    private static final AsciiString PARENT = AsciiString.cached(TraceParent.HEADER);
    private static final AsciiString STATE = AsciiString.cached(TraceMembers.HEADER);

    private TraceFields() {}

    static void applyTo(HttpHeaders headers) {
        Iterator<? extends CharSequence> parents = headers.valueCharSequenceIterator(PARENT);
        boolean valid = parents.hasNext() && TraceParent.isValid(parents.next().toString()) && !parents.hasNext();
        if (!valid) {
            headers.remove(PARENT);
            headers.remove(STATE);
        } else if (headers.contains(STATE)) {
            combineStates(headers);
        }
    }

    private static void combineStates(HttpHeaders headers) {
        List<String> lines = headers.getAll(STATE);
        String state = TraceMembers.combine(lines);
        if (state == null) {
            headers.remove(STATE);
        } else if (lines.size() > 1 || !state.equals(lines.get(0))) {
            headers.set(STATE, state);
        }
    }
}
