package io.dronedelivery.gateway.endpoint;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;

/**
 * Adds {@code Vary: Origin} also to an answer without the headers of CORS. Otherwise a cache, such as the browser's own, would give that answer
 * to a page that may read it, and the browser would refuse it to the page.
 *
 * <p>Spring compares the origin with the host of the request, and refuses a page where java.net.URI finds no host: in a name with an
 * underscore, as containers have. The origin of such a page is allowed when this is asked, so the comparison decides nothing.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#cors-protocol-and-http-caches">Fetch, CORS protocol and HTTP caches</a>
 */
final class CorsForCaches extends DefaultCorsProcessor {

    /** No origin has this host (RFC 6761, section 6.4). */
    private static final String NOBODY = "host.invalid";

    /** @param configuration null where nothing is allowed */
    @Override
    public boolean process(@Nullable CorsConfiguration configuration, ServerWebExchange exchange) {
        if (configuration == null) {
            exchange.getResponse().getHeaders().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        }
        boolean isNamed = exchange.getRequest().getURI().getHost() != null;
        return super.process(configuration, isNamed ? exchange : withHost(exchange));
    }

    private static ServerWebExchange withHost(ServerWebExchange exchange) {
        URI uri = exchange.getRequest().getURI();
        URI named = URI.create(uri.getScheme() + "://" + NOBODY + uri.getRawPath());
        return exchange.mutate().request(request -> request.uri(named)).build();
    }
}
