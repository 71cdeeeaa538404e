package io.dronedelivery.gateway.openapi;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Making the document and reading its page out of a jar blocks; it must not do so on an event loop. */
final class DocumentationFilter implements WebFilter, Ordered {

    /** Right before the dispatcher: an aggregation has been found by then. */
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
