package io.dronedelivery.servicekit.edge;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Which answers a server compresses ({@code server.compression}), and what their headers then say. Asked when an answer's head is about to
 * be written, on the event loop of its connection.
 *
 * <p>An answer that depends on the request's Accept-Encoding says so, or a cache would give compressed bytes to clients that cannot read
 * them. A strong validator names the bytes before compression, so it becomes a weak one. A part of a representation (206) and what must
 * not be transformed stay as they are.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3">RFC 9110, section 8.8.3.3, entity tags and content negotiation</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-7.7">RFC 9110, section 7.7, transformations</a>
 */
record CompressedAnswers(BiPredicate<HttpServerRequest, HttpServerResponse> configured, int minSize)
        implements BiPredicate<HttpServerRequest, HttpServerResponse> {

    private static final String WEAK = "W/";

    /** The server with these rules, or as it is when it compresses nothing. */
    static HttpServer install(HttpServer server) {
        @Nullable
        BiPredicate<HttpServerRequest, HttpServerResponse> configured =
                server.configuration().compressPredicate();
        return configured == null
                ? server
                : server.compress(
                        new CompressedAnswers(configured, server.configuration().minCompressionSize()));
    }

    @Override
    public boolean test(HttpServerRequest request, HttpServerResponse response) {
        HttpHeaders headers = response.responseHeaders();
        if (HttpResponseStatus.PARTIAL_CONTENT.equals(response.status())
                || headers.contains(HttpHeaderNames.CONTENT_ENCODING)
                || headers.containsValue(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_TRANSFORM, true)
                || length(headers) < minSize
                || !configured.test(request, response)) {
            return false;
        }
        if (!headers.containsValue(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING, true)) {
            headers.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
        }
        if (!request.requestHeaders().contains(HttpHeaderNames.ACCEPT_ENCODING)) {
            return false;
        }
        String tag = headers.get(HttpHeaderNames.ETAG);
        if (tag != null && !tag.startsWith(WEAK)) {
            headers.set(HttpHeaderNames.ETAG, WEAK + tag);
        }
        return true;
    }

    /** That of an answer in chunks is not known and may be any. */
    private static long length(HttpHeaders headers) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    }
}
