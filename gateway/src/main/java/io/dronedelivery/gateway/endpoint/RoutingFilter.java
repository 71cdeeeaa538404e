package io.dronedelivery.gateway.endpoint;

import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Answers the requests for our endpoints; all others go on to Spring's dispatcher. It comes after all other filters, so that all others have had
 * their say, and stands in for a handler mapping since the dispatcher's way to one costs each request a dozen operators.
 */
final class RoutingFilter implements WebFilter, Ordered {

    private final Router router;

    RoutingFilter(Router router) {
        this.router = router;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        Router.Match match = router.find(request.getPath().pathWithinApplication(), request.getMethod());
        if (match == null) {
            return chain.filter(exchange);
        }
        RoutedRequest routed = new RoutedRequest(exchange, match.rawValues(), match.meters());
        return match.endpoint().handle(routed).doOnError(routed::failed).doOnCancel(routed::aborted);
    }
}
