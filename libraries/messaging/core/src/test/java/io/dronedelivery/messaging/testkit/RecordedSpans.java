package io.dronedelivery.messaging.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import reactor.core.publisher.Mono;

/** What an application with tracing records: Micrometer's observations as OpenTelemetry's spans, with W3C's propagation. */
public final class RecordedSpans implements SpanExporter {

    private final Queue<SpanData> ended = new ConcurrentLinkedQueue<>();
    private final ObservationRegistry registry = ObservationRegistry.create();

    /** Records from now on. */
    public RecordedSpans() {
        Tracer spans = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(this))
                .build()
                .get("test");
        OtelTracer tracer = new OtelTracer(spans, new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator =
                new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), spans);
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(List.of(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer))));
    }

    /** Spans of messages over that system, to be recorded here. */
    public MessageSpans over(String system) {
        return new MessageSpans(registry, system);
    }

    /** Does work as a part of a span of that name, as a web server does that serves a request. */
    public <T> Mono<T> within(String name, Mono<T> work) {
        return Mono.defer(() -> {
            Observation observation = Observation.start(name, registry);
            return work.doFinally(end -> observation.stop())
                    .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, observation));
        });
    }

    /** The names of the spans that have ended. */
    public List<String> names() {
        return ended.stream().map(SpanData::getName).toList();
    }

    /** The one span of that name. */
    public SpanData only(String name) {
        List<SpanData> found =
                ended.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as("spans named %s", name).hasSize(1);
        return found.get(0);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        ended.addAll(spans);
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
