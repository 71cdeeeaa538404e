package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.testkit.RecordedSpans;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class MessageSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String SAMPLED = "00-" + TRACE + "-" + CALLER + "-01";
    private static final String NOT_SAMPLED = "00-" + TRACE + "-" + CALLER + "-00";

    private final RecordedSpans recorded = new RecordedSpans();
    private final MessageSpans spans = recorded.over("pigeons");
    private final List<OutboundEvent> sent = new ArrayList<>();
    private final EventPublisher publisher =
            TracedEventPublisher.of(event -> Mono.fromRunnable(() -> sent.add(event)), spans);

    @Test
    void the_work_on_an_event_and_what_it_publishes_are_parts_of_the_trace_that_the_event_carries() {
        handle(event(SAMPLED), event -> publisher.publish(new OutboundEvent("completions", event)));

        SpanData process = recorded.only("requests process");
        assertThat(process.getTraceId()).isEqualTo(TRACE);
        assertThat(process.getParentSpanId()).isEqualTo(CALLER);
        assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(process.getAttributes().asMap())
                .extractingFromEntries(attribute -> attribute.getKey().getKey() + "=" + attribute.getValue())
                .contains(
                        "messaging.system=pigeons",
                        "messaging.destination.name=requests",
                        "messaging.operation.type=process");
        SpanData publish = recorded.only("completions publish");
        assertThat(publish.getParentSpanId()).isEqualTo(process.getSpanId());
        assertThat(publish.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(traceOf(sent.get(0))).isEqualTo("00-" + TRACE + "-" + publish.getSpanId() + "-01");
    }

    @Test
    void what_others_have_added_to_the_trace_goes_on_with_it() {
        CloudEvent event = CloudEventBuilder.from(event(SAMPLED))
                .withExtension("tracestate", "vendor=1")
                .build();

        handle(event, received -> publisher.publish(new OutboundEvent("completions", event(SAMPLED))));

        assertThat(sent.get(0).event().getExtension("tracestate")).isEqualTo("vendor=1");
    }

    @Test
    void a_trace_that_is_not_sampled_has_no_spans_and_stays_with_the_event() {
        handle(event(NOT_SAMPLED), event -> publisher.publish(new OutboundEvent("completions", event)));

        assertThat(recorded.names()).isEmpty();
        assertThat(traceOf(sent.get(0))).isEqualTo(NOT_SAMPLED);
    }

    @Test
    void an_event_that_goes_to_the_dead_letters_is_a_failed_span() {
        handle(event(SAMPLED), event -> Mono.error(new InvalidEventException("No such drone")));

        assertThat(recorded.only("requests process").getStatus().getStatusCode())
                .isEqualTo(StatusCode.ERROR);
    }

    @Test
    void events_that_are_published_together_are_one_span_for_each_channel() {
        EventPublisher together = TracedEventPublisher.of(new Remembering(), spans);
        List<OutboundEvent> events = List.of(
                new OutboundEvent("a", event(SAMPLED)),
                new OutboundEvent("a", event(SAMPLED)),
                new OutboundEvent("b", event(SAMPLED)));

        recorded.within("request", together.publishAll(events)).block();

        assertThat(recorded.names()).containsExactlyInAnyOrder("a publish", "b publish", "request");
        assertThat(sent)
                .extracting(MessageSpansTest::traceOf)
                .allMatch(trace -> trace.contains(recorded.only("request").getTraceId()));
    }

    @Test
    void a_message_that_is_stored_and_sent_later_stays_in_the_trace_of_its_request() {
        List<String> stored = new ArrayList<>();
        recorded.within("request", Mono.deferContextual(context -> {
                    MessageSpan span = Objects.requireNonNull(spans.create("requests", context));
                    stored.add(span.attributes().get("traceparent"));
                    return span.during(Mono.just(1), done -> null);
                }))
                .block();
        MessageSpan dispatch = Objects.requireNonNull(spans.dispatch("requests", name -> stored.get(0)));
        MessageSpan publish = dispatch.publish("requests");
        OutboundEvent out = new OutboundEvent("requests", event(NOT_SAMPLED)).within(publish);
        publish.end();
        dispatch.end();

        SpanData request = recorded.only("request");
        SpanData create = recorded.only("requests create");
        assertThat(create.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(recorded.only("requests dispatch").getParentSpanId()).isEqualTo(create.getSpanId());
        // A trace that began here is sampled, and says that its id is random (W3C Trace Context, level 2).
        assertThat(traceOf(out))
                .isEqualTo("00-" + request.getTraceId() + "-"
                        + recorded.only("requests publish").getSpanId() + "-03");
    }

    @Test
    void nothing_is_done_where_nobody_observes() {
        EventPublisher plain = new Remembering();

        assertThat(TracedEventPublisher.of(plain, MessageSpans.none("pigeons"))).isSameAs(plain);
        assertThat(MessageSpans.none("pigeons").process("requests", name -> SAMPLED))
                .isNull();
        assertThat(MessageSpans.none("pigeons").dispatch("requests", name -> SAMPLED))
                .isNull();
    }

    private void handle(CloudEvent event, EventHandler handler) {
        new EventProcessor(
                        EventSubscription.of("requests", "drones").on("Requested", 1, handler),
                        new RetryProperties(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMinutes(1)),
                        spans,
                        new SimpleMeterRegistry())
                .process(() -> event)
                .block();
    }

    private static String traceOf(OutboundEvent outbound) {
        return String.valueOf(outbound.event().getExtension("traceparent"));
    }

    private static CloudEvent event(String traceParent) {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("Requested")
                .withDataSchema(SchemaVersion.uri("Requested", 1))
                .withExtension("partitionkey", "k")
                .withExtension("traceparent", traceParent)
                .build();
    }

    private final class Remembering implements EventPublisher {

        @Override
        public Mono<Void> publish(OutboundEvent event) {
            return Mono.fromRunnable(() -> sent.add(event));
        }
    }
}
