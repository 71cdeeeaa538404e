package io.dronedelivery.gateway.aggregation;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Answers the requests for aggregations; all others go on to Spring's dispatcher. It comes after all other filters, so that all others have had
 * their say, and stands in for a handler mapping since the dispatcher's way to one costs each request a dozen operators.
 */
final class AggregationFilter implements WebFilter, Ordered {

    private final AggregationRouter router;

    AggregationFilter(AggregationRouter router) {
        this.router = router;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        AggregationRouter.Match match =
                router.find(exchange.getRequest().getPath().pathWithinApplication());
        return match == null ? chain.filter(exchange) : match.endpoint().handle(exchange, match.rawValues());
    }
}
