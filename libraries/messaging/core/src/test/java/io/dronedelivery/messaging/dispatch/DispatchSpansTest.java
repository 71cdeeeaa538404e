package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.testkit.RecordedSpans;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatchSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private final HeldSink broker = new HeldSink("servicebus");
    private final RecordedSpans recorded = new RecordedSpans();
    private final BoundedDispatcher dispatcher = dispatcher(recorded.over("servicebus"));

    private BoundedDispatcher dispatcher(MessageSpans spans) {
        return new BoundedDispatcher(
                List.of(broker),
                new DispatchProperties(
                        List.of(SinkKind.BROKER),
                        10,
                        1,
                        1,
                        Duration.ofMinutes(1),
                        new Retry(1, Duration.ofMillis(1), Duration.ofMillis(1))),
                spans,
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() {
        dispatcher.close();
    }

    @Test
    void the_wait_in_the_queue_shows_before_the_sending_and_both_are_parts_of_the_messages_trace() {
        enqueue(Events.event("d-1", 0));
        enqueue(traced(Events.event("d-2", 0), "01"));
        long sendable = System.currentTimeMillis();

        broker.call(0).succeed();
        OutboundEvent sent = broker.call(1).events().get(0);
        broker.call(1).succeed();

        SpanData dispatch = recorded.only("dispatch-load dispatch");
        assertThat(dispatch.getTraceId()).isEqualTo(TRACE);
        assertThat(dispatch.getParentSpanId()).isEqualTo(CALLER);
        SpanData publish = recorded.only("dispatch-load publish");
        assertThat(publish.getParentSpanId()).isEqualTo(dispatch.getSpanId());
        assertThat(publish.getStartEpochNanos() / 1_000_000).isGreaterThanOrEqualTo(sendable - 1);
        assertThat(dispatch.getEndEpochNanos()).isGreaterThanOrEqualTo(publish.getEndEpochNanos());
        assertThat(sent.event().getExtension("traceparent"))
                .isEqualTo("00-" + TRACE + "-" + publish.getSpanId() + "-01");
    }

    @Test
    void messages_that_go_out_together_share_their_spans_and_parted_ones_do_not() {
        dispatcher.concurrency(2);
        OutboundEvent[] three = Events.ofOneKey("d-1", 3).stream()
                .map(event -> traced(event, "01"))
                .toArray(OutboundEvent[]::new);

        enqueue(three);
        broker.call(0).succeed();
        broker.call(1).succeed();

        assertThat(recorded.names())
                .containsExactly(
                        "dispatch-load publish",
                        "dispatch-load dispatch",
                        "dispatch-load publish",
                        "dispatch-load dispatch");
    }

    @Test
    void what_is_given_up_is_a_failed_span() {
        enqueue(traced(Events.event("d-1", 0), "01"));

        broker.call(0).fail(new IllegalStateException("The broker is wet"));

        assertThat(recorded.only("dispatch-load dispatch").getStatus().getStatusCode())
                .isEqualTo(StatusCode.ERROR);
    }

    @Test
    void a_message_without_a_recorded_trace_goes_out_as_it_is() {
        OutboundEvent plain = Events.event("d-1", 0);
        OutboundEvent notRecorded = traced(Events.event("d-2", 0), "00");

        enqueue(plain);
        broker.call(0).succeed();
        enqueue(notRecorded);
        broker.call(1).succeed();

        assertThat(broker.call(0).events()).containsExactly(plain);
        assertThat(broker.call(1).events()).containsExactly(notRecorded);
        assertThat(recorded.names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start messaging.publish", "stop messaging.publish", "start messaging.dispatch"})
    void what_a_tracer_throws_holds_up_no_message(String where) {
        BrokenTracer tracer = new BrokenTracer();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(tracer);
        try (BoundedDispatcher observed = dispatcher(new MessageSpans(observations, "servicebus"))) {
            observed.admit(1).enqueue(Events.ofManyKeys(1));
            CompletableFuture<Confirmation> parted =
                    observed.admit(2).dispatch(traced("d-1", 2), Set.of()).toFuture();

            tracer.breaksAt = where;
            for (int i = 0; i < broker.calls().size(); i++) {
                broker.call(i).succeed();
            }
            tracer.breaksAt = "";

            assertThat(parted).isCompleted();
            observed.admit(1).enqueue(traced("d-2", 1));
            broker.call(broker.calls().size() - 1).succeed();
            assertThat(broker.call(broker.calls().size() - 1).events())
                    .singleElement()
                    .satisfies(sent -> assertThat(sent.key()).isEqualTo("d-2"));
            assertThat(observed.status().queued() + observed.status().inflight())
                    .isZero();
        }
    }

    private static List<OutboundEvent> traced(String key, int count) {
        return Events.ofOneKey(key, count).stream()
                .map(event -> traced(event, "01"))
                .toList();
    }

    /** Throws where it is told to. */
    private static final class BrokenTracer implements ObservationHandler<Observation.Context> {

        private volatile String breaksAt = "";

        @Override
        public void onStart(Observation.Context context) {
            at("start", context);
        }

        @Override
        public void onStop(Observation.Context context) {
            at("stop", context);
        }

        private void at(String what, Observation.Context context) {
            if (breaksAt.equals(what + " " + context.getName())) {
                throw new NoClassDefFoundError("tracer/Missing");
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private void enqueue(OutboundEvent... events) {
        try (Admission admission = dispatcher.admit(events.length)) {
            admission.enqueue(List.of(events));
        }
    }

    private static OutboundEvent traced(OutboundEvent outbound, String flags) {
        return new OutboundEvent(
                outbound.channel(),
                CloudEventBuilder.from(outbound.event())
                        .withExtension("traceparent", "00-" + TRACE + "-" + CALLER + "-" + flags)
                        .build());
    }
}
