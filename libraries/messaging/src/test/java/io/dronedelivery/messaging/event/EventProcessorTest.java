package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@Isolated("virtual time is for all schedulers of the JVM")
class EventProcessorTest {

    private static final RetryProperties RETRY =
            new RetryProperties(3, Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMinutes(4));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void an_event_whose_work_is_done_is_done() {
        assertThat(process(event -> Mono.empty()).block()).isEqualTo(new Outcome.Done());

        assertThat(meters.get("messaging.process.duration")
                        .tags("messaging.destination.name", "requests", "messaging.consumer.group.name", "drones")
                        .tag("messaging.system", "pigeons")
                        .tags("cloudevents.event_type", "Requested", "outcome", "Done", "error.type", "none")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("messaging.client.consumed.messages").counter().count())
                .isEqualTo(1);
    }

    @Test
    void pauses_before_repetitions_get_longer() {
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> process(event ->
                        calls.incrementAndGet() < 3 ? Mono.error(new IllegalStateException("not yet")) : Mono.empty()))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(99))
                .then(() -> assertThat(calls).hasValue(1))
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(new Outcome.Done())
                .verifyComplete();
        assertThat(meters.get("messaging.process.repetitions").counter().count())
                .isEqualTo(2);
    }

    @Test
    void an_event_that_always_fails_goes_to_the_dead_letters_with_the_last_failure() {
        StepVerifier.withVirtualTime(() -> process(event -> Mono.error(new IllegalStateException("the drone is wet"))))
                .thenAwait(Duration.ofSeconds(5))
                .expectNext(new Outcome.DeadLetter(
                        "handler-failed",
                        "The handler failed 3 times, at last with java.lang.IllegalStateException: the drone is wet"))
                .verifyComplete();
    }

    @Test
    void an_error_of_the_jvm_is_a_failure_like_any_other() {
        StepVerifier.withVirtualTime(() -> process(event -> Mono.just(1)
                        .map(one -> {
                            throw new NoClassDefFoundError("drone/Rotor");
                        })
                        .then()))
                .thenAwait(Duration.ofSeconds(5))
                .expectNext(new Outcome.DeadLetter(
                        "handler-failed",
                        "The handler failed 3 times, at last with java.lang.NoClassDefFoundError: drone/Rotor"))
                .verifyComplete();
    }

    @Test
    void an_event_is_to_be_tried_again_with_the_cause_when_what_it_needs_stays_away() {
        StepVerifier.withVirtualTime(() -> process(event ->
                        Mono.error(new DependencyUnavailableException("The map is away", new IllegalStateException()))))
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(3))
                .thenAwait(Duration.ofMinutes(1))
                .assertNext(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.TryAgain.class,
                                again -> assertThat(again.cause()).hasMessageContainingAll("e-1", "The map is away")))
                .verifyComplete();
        assertThat(meters.get("messaging.process.repetitions").counter().count())
                .isPositive();
    }

    @Test
    void an_event_that_its_handler_refuses_is_not_repeated() {
        AtomicInteger calls = new AtomicInteger();
        Outcome outcome = process(event -> {
                    calls.incrementAndGet();
                    return Mono.error(new InvalidEventException("There is no such drone"));
                })
                .block();

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.DeadLetter.class,
                        letter -> assertThat(letter.description()).contains("There is no such drone"));
        assertThat(calls).hasValue(1);
    }

    @Test
    void an_event_with_data_of_another_version_goes_to_the_dead_letters() {
        EventProcessor processor = new EventProcessor(
                EventSubscription.of("requests", "drones").on("Requested", 2, event -> Mono.empty()),
                RETRY,
                MessageSpans.none("pigeons"),
                meters);

        assertThat(processor.process(EventProcessorTest::event).block())
                .isEqualTo(new Outcome.DeadLetter(
                        "unknown-version",
                        "The attribute dataschema is urn:drone-delivery:schema:Requested:1;"
                                + " handled is urn:drone-delivery:schema:Requested:2"));
    }

    @Test
    void an_event_whose_handler_never_answers_is_to_be_tried_again() {
        AtomicBoolean cancelled = new AtomicBoolean();
        StepVerifier.withVirtualTime(() -> process(event -> Mono.<Void>never().doOnCancel(() -> cancelled.set(true))))
                .thenAwait(Duration.ofMinutes(4))
                .expectNextMatches(Outcome.TryAgain.class::isInstance)
                .verifyComplete();
        assertThat(cancelled).isTrue();
    }

    @Test
    void being_cancelled_it_stops_the_handler() {
        AtomicBoolean cancelled = new AtomicBoolean();
        process(event -> Mono.<Void>never().doOnCancel(() -> cancelled.set(true)))
                .subscribe()
                .dispose();
        assertThat(cancelled).isTrue();
    }

    @Test
    void what_the_reader_throws_is_told_in_the_dead_letters() {
        EventProcessor processor =
                new EventProcessor(subscription(event -> Mono.empty()), RETRY, MessageSpans.none("pigeons"), meters);

        Outcome outcome = processor
                .process(() -> {
                    throw new IllegalStateException("Not even bytes");
                })
                .block();

        assertThat(outcome).isInstanceOfSatisfying(Outcome.DeadLetter.class, letter -> {
            assertThat(letter.reason()).isEqualTo("malformed-event");
            assertThat(letter.description()).contains("Not even bytes");
        });
        assertThat(meters.get("messaging.process.duration")
                        .tags("cloudevents.event_type", "unknown", "error.type", "malformed-event")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void the_handler_sees_the_context_of_the_subscriber() {
        Outcome outcome = process(event -> Mono.deferContextual(
                        context -> context.hasKey("tenant") ? Mono.empty() : Mono.error(new AssertionError())))
                .contextWrite(context -> context.put("tenant", "a"))
                .block();
        assertThat(outcome).isEqualTo(new Outcome.Done());
    }

    private Mono<Outcome> process(EventHandler handler) {
        return new EventProcessor(subscription(handler), RETRY, MessageSpans.none("pigeons"), meters)
                .process(EventProcessorTest::event);
    }

    private static CloudEvent event() {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("Requested")
                .withDataSchema(SchemaVersion.uri("Requested", 1))
                .build();
    }

    private static EventSubscription subscription(EventHandler handler) {
        return EventSubscription.of("requests", "drones").on("Requested", 1, handler);
    }
}
