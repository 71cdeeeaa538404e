package io.dronedelivery.gateway.backend;

import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to a backend.
 *
 * @param method what is asked
 * @param uri path and query, percent-encoded
 * @param body what is sent, not changed any more; null for a request without a body
 * @param expected which answers are accepted
 * @param expiresAt the {@link System#nanoTime()} at which the call ends; the backend is told the remaining time
 * @param timeout the time it had from the beginning, for messages
 * @param limitedByCaller whether the caller's deadline is shorter than the time that the call may take; see {@link Backend#lateForCaller}
 * @param origin what the caller's request adds to this one
 */
public record BackendRequest(
        HttpMethod method,
        String uri,
        byte @Nullable [] body,
        ExpectedAnswer expected,
        long expiresAt,
        Duration timeout,
        boolean limitedByCaller,
        CallOrigin origin) {

    private static final Set<HttpMethod> IDEMPOTENT =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.PUT, HttpMethod.DELETE);

    /** A GET. */
    public static BackendRequest get(
            String uri,
            ExpectedAnswer expected,
            long expiresAt,
            Duration timeout,
            boolean limitedByCaller,
            CallOrigin origin) {
        return new BackendRequest(HttpMethod.GET, uri, null, expected, expiresAt, timeout, limitedByCaller, origin);
    }

    /**
     * Whether sending it twice does no harm.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2">RFC 9110, section 9.2.2</a>
     */
    boolean mayBeRepeated() {
        return method == HttpMethod.GET || IDEMPOTENT.contains(method);
    }
}
