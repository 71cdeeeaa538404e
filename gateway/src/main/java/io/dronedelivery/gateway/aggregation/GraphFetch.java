package io.dronedelivery.gateway.aggregation;

import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Fetches parts some of which need values of others: each as soon as the parts that it needs have ended. Value, error ({@link
 * ErrorResponseException}) and cancellation are those of {@link FanOut}, which is for parts that need nothing of each other.
 */
final class GraphFetch extends Mono<Aggregate> {

    private final Plan plan;
    private final PartGraph graph;
    private final AggregateRequest request;

    GraphFetch(Plan plan, PartGraph graph, AggregateRequest request) {
        this.plan = plan;
        this.graph = graph;
        this.request = request;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Aggregate> subscriber) {
        subscriber.onSubscribe(new GraphRun(plan, graph, request, subscriber));
    }
}
