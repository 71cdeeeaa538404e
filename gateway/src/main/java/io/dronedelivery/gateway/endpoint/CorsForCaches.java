package io.dronedelivery.gateway.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;

/**
 * Says also of an answer without the headers of CORS that it depends on the origin: a cache, be it the browser's own, would otherwise give it
 * to a page that may read the answer, and the browser would keep it from that page.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#cors-protocol-and-http-caches">Fetch, CORS protocol and HTTP caches</a>
 */
final class CorsForCaches extends DefaultCorsProcessor {

    /** @param configuration null where nothing is allowed */
    @Override
    public boolean process(@Nullable CorsConfiguration configuration, ServerWebExchange exchange) {
        if (configuration == null) {
            exchange.getResponse().getHeaders().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        }
        return super.process(configuration, exchange);
    }
}
