package io.dronedelivery.gateway.openapi;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Moves requests for the document and its page off the event loop: generating the one and reading the other from a jar block. */
final class DocumentationFilter implements WebFilter, Ordered {

    /** The last of the ordered filters. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Mono<Void> rest = chain.filter(exchange);
        return isDocumentation(exchange.getRequest().getPath().value())
                ? rest.subscribeOn(Schedulers.boundedElastic())
                : rest;
    }

    private static boolean isDocumentation(String path) {
        return path.startsWith("/v3/api-docs") || path.startsWith("/webjars/") || path.startsWith("/swagger-ui");
    }
}
