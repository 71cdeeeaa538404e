package io.dronedelivery.gateway.aggregation;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Answers the requests for one aggregation: checks what the caller brings, has the parts fetched, writes the body. */
final class AggregationEndpoint {

    /** Whether all parts are there. */
    static final String COMPLETED_HEADER = "X-Aggregate-Completed";

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    private final Aggregation aggregation;
    private final Plan plan;
    private final RequestReader reader;
    private final AggregateBody body;
    private final RequestMeters requests;
    private final @Nullable Coalescer coalescer;

    AggregationEndpoint(Aggregation aggregation, MeterRegistry meters) {
        this.aggregation = aggregation;
        this.plan = new Plan(aggregation, new AggregationMeters(meters, aggregation));
        this.reader = new RequestReader(aggregation, plan.passedHeaders());
        this.body = new AggregateBody(aggregation);
        this.requests = new RequestMeters(meters, aggregation.path().text());
        this.coalescer = aggregation.coalesce() ? new Coalescer(plan) : null;
    }

    Aggregation aggregation() {
        return aggregation;
    }

    /** @param rawValues the decoded values of the path's variables */
    Mono<Void> handle(ServerWebExchange exchange, String[] rawValues) {
        Answer answer = new Answer(exchange);
        return Mono.deferContextual(context -> answer.give(rawValues, context))
                .doOnError(answer::failed)
                .doOnCancel(answer::aborted);
    }

    /** One request and what becomes of it. */
    private final class Answer {

        private final ServerWebExchange exchange;
        private final long startedAt = System.nanoTime();
        private boolean recorded;

        Answer(ServerWebExchange exchange) {
            this.exchange = exchange;
        }

        Mono<Void> give(String[] rawValues, ContextView context) {
            HttpMethod method = exchange.getRequest().getMethod();
            if (method == HttpMethod.OPTIONS) {
                exchange.getResponse().getHeaders().set(HttpHeaders.ALLOW, ALLOW);
                record(HttpStatus.OK.value());
                return Mono.empty();
            }
            if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
                return Mono.error(new MethodNotAllowedException(method, METHODS));
            }
            AggregateRequest request = reader.read(exchange.getRequest(), rawValues, context);
            Mono<Aggregate> aggregate = coalescer == null ? new FanOut(plan, request) : coalescer.aggregate(request);
            return aggregate.flatMap(result -> write(request, result));
        }

        private Mono<Void> write(AggregateRequest request, Aggregate aggregate) {
            AggregateBody.Rendered rendered = body.render(request.values(), aggregate);
            ServerHttpResponse response = exchange.getResponse();
            HttpHeaders headers = response.getHeaders();
            headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
            headers.setContentLength(rendered.length());
            headers.set(COMPLETED_HEADER, aggregate.complete() ? "true" : "false");
            headers.set(ServerTiming.HEADER, plan.timing().format(aggregate.nanos(), aggregate.totalNanos()));
            record(HttpStatus.OK.value());
            return response.writeWith(Mono.fromSupplier(() -> rendered.writeTo(response.bufferFactory())));
        }

        void failed(Throwable failure) {
            record(
                    failure instanceof ErrorResponse refusal
                            ? refusal.getStatusCode().value()
                            : HttpStatus.INTERNAL_SERVER_ERROR.value());
        }

        void aborted() {
            record(RequestMeters.ABORTED);
        }

        private void record(int status) {
            if (!recorded) {
                recorded = true;
                requests.record(exchange.getRequest().getMethod(), status, System.nanoTime() - startedAt);
            }
        }
    }
}
