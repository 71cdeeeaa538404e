package io.dronedelivery.gateway.backend.call;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.ExpectedAnswer;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.dronedelivery.servicekit.deadline.Deadline;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request to a backend.
 *
 * @param method what is asked
 * @param uri path and query, percent-encoded
 * @param body what is sent, not changed any more; null for a request without a body
 * @param repeatable whether sending it twice does no harm and is allowed
 * @param expected which answers are accepted
 * @param workload what it counts as at the backend's limit
 * @param expiresAt the {@link System#nanoTime()} at which the call ends, if it begins at once; the backend receives the remaining time
 * @param timeout the time it had from the beginning, for messages
 * @param limitedByCaller whether the caller's deadline is shorter than the time that the call may take; see {@link Backend#lateForCaller}
 * @param sticky the value whose calls are sent to the same instance, null when there is none
 * @param origin what the caller's request adds to this one
 */
public record BackendRequest(
        HttpMethod method,
        String uri,
        byte @Nullable [] body,
        boolean repeatable,
        ExpectedAnswer expected,
        Workload workload,
        long expiresAt,
        Duration timeout,
        boolean limitedByCaller,
        @Nullable String sticky,
        CallOrigin origin) {

    private static final AsciiString DEADLINE_HEADER = AsciiString.cached(Deadline.HEADER);

    /** A GET. */
    public static BackendRequest get(
            String uri,
            boolean repeatable,
            ExpectedAnswer expected,
            Workload workload,
            long expiresAt,
            Duration timeout,
            boolean limitedByCaller,
            @Nullable String sticky,
            CallOrigin origin) {
        return new BackendRequest(
                HttpMethod.GET,
                uri,
                null,
                repeatable,
                expected,
                workload,
                expiresAt,
                timeout,
                limitedByCaller,
                sticky,
                origin);
    }

    /**
     * Writes the headers that this request has beside those of its connection.
     *
     * @param nanosLeft until the call ends
     */
    public void writeTo(HttpHeaders headers, CallSpan span, long nanosLeft) {
        expected.ask(headers);
        origin.addTo(headers);
        span.writeTo(headers);
        long millis = TimeUnit.NANOSECONDS.toMillis(nanosLeft);
        headers.set(DEADLINE_HEADER, Long.toString(Math.max(1, millis)));
    }
}
