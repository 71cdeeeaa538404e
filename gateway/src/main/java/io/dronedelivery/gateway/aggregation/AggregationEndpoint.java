package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.cache.AnswerCache;
import io.dronedelivery.gateway.cache.CacheKey;
import io.dronedelivery.gateway.cache.KeptAnswer;
import io.dronedelivery.gateway.endpoint.BodyWriter;
import io.dronedelivery.gateway.endpoint.Endpoint;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.endpoint.RoutedRequest;
import io.dronedelivery.gateway.settings.GatewayProperties.Defaults;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
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

    static final String COMPLETED_HEADER = "X-Aggregate-Completed";

    private final String name;
    private final List<String> partNames;
    private final PathTemplate path;
    private final Priority priority;
    private final EndpointAccess access;
    private final Duration time;
    private final Plan plan;
    private final RequestParser parser;
    private final AggregateBody body;
    private final @Nullable Coalescer<Aggregate> coalescer;
    private final @Nullable CacheableAnswers cacheable;
    private final Consumer<String> cacheUses;

    AggregationEndpoint(Aggregation aggregation, Defaults defaults, MeterRegistry registry, AnswerCache answers) {
        AggregationMeters meters = new AggregationMeters(registry, aggregation);
        this.name = aggregation.name();
        this.partNames = aggregation.parts().stream().map(Part::name).toList();
        this.path = aggregation.path();
        this.priority = aggregation.priority();
        this.access = aggregation.access();
        this.time = aggregation.deadline();
        this.plan = new Plan(aggregation, meters, defaults, answers);
        this.parser = new RequestParser(aggregation, plan.passedHeaders(), defaults.leastTime());
        this.body = new AggregateBody(aggregation);
        this.cacheUses = meters.cacheUses(ServerTiming.TOTAL);
        this.cacheable = aggregation.cacheable() ? new CacheableAnswers(answers, aggregation, plan) : null;
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

    /** A required part whose backend takes no call. Where requests are coalesced or answers are kept, no call may be needed. */
    @Override
    public @Nullable ErrorResponseException refusal(RoutedRequest request) {
        return coalescer == null && cacheable == null ? plan.refusal(request.callerKey()) : null;
    }

    @Override
    public Mono<Void> handle(RoutedRequest request) {
        return Mono.deferContextual(context -> answer(request, context));
    }

    private Mono<Void> answer(RoutedRequest routed, ContextView context) {
        AggregateRequest request = parser.parse(routed, context);
        if (cacheable != null) {
            return cacheable(routed, request, cacheable);
        }
        return fetch(request).flatMap(result -> write(routed, request, result));
    }

    private Mono<Aggregate> fetch(AggregateRequest request) {
        return coalescer == null ? plan.fetch(request) : coalescer.shared(request);
    }

    private Mono<Void> write(RoutedRequest routed, AggregateRequest request, Aggregate aggregate) {
        AggregateBody.Rendered rendered = body.render(request.values(), aggregate);
        return routed.hasRoom(rendered.length())
                ? write(routed, request, aggregate, rendered)
                : routed.whenRoom(rendered.length(), () -> write(routed, request, aggregate, rendered));
    }

    private Mono<Void> write(
            RoutedRequest routed, AggregateRequest request, Aggregate aggregate, AggregateBody.Rendered rendered) {
        writeHead(routed, request, aggregate);
        routed.answered(HttpStatus.OK.value());
        return rendered.writeTo(routed);
    }

    private void writeHead(RoutedRequest routed, AggregateRequest request, Aggregate aggregate) {
        HttpHeaders headers = routed.exchange().getResponse().getHeaders();
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        headers.set(COMPLETED_HEADER, aggregate.complete() ? "true" : "false");
        headers.set(
                ServerTiming.HEADER,
                plan.timing()
                        .format(
                                aggregate.nanos(),
                                aggregate.waitNanos(),
                                aggregate.totalNanos(),
                                aggregate.again(),
                                aggregate.result()));
        PlanResult result = aggregate.result();
        if (result != null && result.uses() != null) {
            StringBuilder status = new StringBuilder();
            for (int i = 0; i < partNames.size(); i++) {
                CacheUse use = result.uses()[i];
                if (use != null) {
                    use.appendTo(status, partNames.get(i));
                }
            }
            writeStatus(headers, request, status.toString());
        }
    }

    private static void writeStatus(HttpHeaders headers, AggregateRequest request, String status) {
        if (!status.isEmpty()) {
            headers.set(CacheUse.HEADER, status);
            request.trace().cached(status);
        }
    }

    /** Answers with a kept answer, or with a new one that may be kept. */
    private Mono<Void> cacheable(RoutedRequest routed, AggregateRequest request, CacheableAnswers answers) {
        long startedAt = System.nanoTime();
        CacheKey key = answers.key(request);
        int generation = answers.generation();
        KeptAnswer kept = answers.find(key);
        if (kept == null) {
            cacheUses.accept("miss");
            return fetch(request).flatMap(aggregate -> {
                byte[] json = body.render(request.values(), aggregate).toBytes();
                KeptAnswer now = answers.keep(key, json, aggregate, generation);
                return routed.whenRoom(json.length, () -> {
                    writeHead(routed, request, aggregate);
                    return write(routed, answers, json, now);
                });
            });
        }
        return routed.whenRoom(kept.json().length, () -> hit(routed, request, answers, kept, startedAt));
    }

    private Mono<Void> hit(
            RoutedRequest routed, AggregateRequest request, CacheableAnswers answers, KeptAnswer kept, long startedAt) {
        cacheUses.accept(CacheUse.HIT);
        long nanos = System.nanoTime() - startedAt;
        plan.meters().recordWhole(AggregationOutcome.CACHED, nanos);
        HttpHeaders headers = routed.exchange().getResponse().getHeaders();
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
        headers.set(COMPLETED_HEADER, "true");
        StringBuilder status = new StringBuilder();
        new CacheUse(CacheUse.HIT, kept).appendTo(status, name);
        writeStatus(headers, request, status.toString());
        return write(routed, answers, kept.json(), kept);
    }

    private static Mono<Void> write(
            RoutedRequest routed, CacheableAnswers answers, byte[] json, @Nullable KeptAnswer whole) {
        ServerHttpResponse response = routed.exchange().getResponse();
        answers.writeTo(response.getHeaders(), whole);
        if (whole != null
                && CacheableAnswers.isKnown(routed.exchange().getRequest().getHeaders(), whole)) {
            response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
            response.setStatusCode(HttpStatus.NOT_MODIFIED);
            routed.answered(HttpStatus.NOT_MODIFIED.value());
            return BodyWriter.writeNone(routed);
        }
        routed.answered(HttpStatus.OK.value());
        return BodyWriter.write(routed, json);
    }
}
