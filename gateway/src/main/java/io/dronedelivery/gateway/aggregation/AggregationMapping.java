package io.dronedelivery.gateway.aggregation;

import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

/** Leads requests to aggregations; all others go on to the mappings that Spring brings. */
final class AggregationMapping implements HandlerMapping, Ordered {

    private final AggregationRouter router;

    AggregationMapping(AggregationRouter router) {
        this.router = router;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Object> getHandler(ServerWebExchange exchange) {
        AggregationRouter.Match match =
                router.find(exchange.getRequest().getPath().pathWithinApplication());
        if (match == null) {
            return Mono.empty();
        }
        WebHandler handler = found -> match.endpoint().handle(found, match.rawValues());
        return Mono.just(handler);
    }
}
