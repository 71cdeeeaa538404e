package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.endpoint.Endpoint;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.endpoint.RoutedRequest;
import io.dronedelivery.gateway.settings.GatewayProperties.Defaults;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Answers the requests for one aggregation: checks the request, has the parts fetched, writes the body. */
final class AggregationEndpoint implements Endpoint {

    /** Whether all parts are there. */
    static final String COMPLETED_HEADER = "X-Aggregate-Completed";

    private final PathTemplate path;
    private final Priority priority;
    private final EndpointAccess access;
    private final Duration time;
    private final Plan plan;
    private final RequestParser parser;
    private final AggregateBody body;
    private final @Nullable Coalescer coalescer;

    AggregationEndpoint(Aggregation aggregation, Defaults defaults, MeterRegistry meters) {
        this.path = aggregation.path();
        this.priority = aggregation.priority();
        this.access = aggregation.access();
        this.time = aggregation.deadline();
        this.plan = new Plan(aggregation, new AggregationMeters(meters, aggregation), defaults.leastTime());
        this.parser = new RequestParser(aggregation, plan.passedHeaders(), defaults.leastTime());
        this.body = new AggregateBody(aggregation);
        this.coalescer = aggregation.coalesce() ? Coalescer.of(plan, defaults.coalesceMaxCallers()) : null;
    }

    @Override
    public PathTemplate path() {
        return path;
    }

    @Override
    public HttpMethod method() {
        return HttpMethod.GET;
    }

    @Override
    public Priority priority() {
        return priority;
    }

    @Override
    public Duration time() {
        return time;
    }

    @Override
    public EndpointAccess access() {
        return access;
    }

    /** A required part whose backend takes no call. Where requests are coalesced, another one's call may be shared. */
    @Override
    public @Nullable ErrorResponseException refusal(RoutedRequest request) {
        return coalescer == null ? plan.refusal(request.callerKey()) : null;
    }

    @Override
    public Mono<Void> handle(RoutedRequest request) {
        return Mono.deferContextual(context -> answer(request, context));
    }

    private Mono<Void> answer(RoutedRequest routed, ContextView context) {
        AggregateRequest request = parser.parse(routed, context);
        Mono<Aggregate> aggregate = coalescer == null ? plan.fetch(request) : coalescer.aggregate(request);
        return aggregate.flatMap(result -> write(routed, request, result));
    }

    private Mono<Void> write(RoutedRequest routed, AggregateRequest request, Aggregate aggregate) {
        AggregateBody.Rendered rendered = body.render(request.values(), aggregate);
        ServerHttpResponse response = routed.exchange().getResponse();
        HttpHeaders headers = response.getHeaders();
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        headers.setContentLength(rendered.length());
        headers.set(COMPLETED_HEADER, aggregate.complete() ? "true" : "false");
        headers.set(
                ServerTiming.HEADER,
                plan.timing()
                        .format(aggregate.nanos(), aggregate.waitNanos(), aggregate.totalNanos(), aggregate.result()));
        routed.answered(HttpStatus.OK.value());
        return response.writeWith(Mono.fromSupplier(() -> rendered.writeTo(response.bufferFactory())));
    }
}
