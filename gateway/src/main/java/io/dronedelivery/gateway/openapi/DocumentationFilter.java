package io.dronedelivery.gateway.openapi;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.server.PathContainer;
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
        return isDocumentation(
                        exchange.getRequest().getPath().pathWithinApplication().elements())
                ? rest.subscribeOn(Schedulers.boundedElastic())
                : rest;
    }

    /** By the decoded names, as the document's controller is found. */
    private static boolean isDocumentation(List<PathContainer.Element> path) {
        String first = segment(path, 1);
        return first.equals("v3") && segment(path, 3).startsWith("api-docs")
                || first.equals("webjars")
                || first.startsWith("swagger-ui");
    }

    private static String segment(List<PathContainer.Element> path, int place) {
        return path.size() > place && path.get(place) instanceof PathContainer.PathSegment segment
                ? segment.valueToMatch()
                : "";
    }
}
