package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.plaintext.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@Isolated("virtual time is for all schedulers of the JVM")
class EventProcessorTest extends ProcessorFixture {

    private Supplier<List<EventProcessor.PausedType>> paused = List::of;

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
                        "The handler failed 3 times, at last with java.lang.IllegalStateException: the drone is wet",
                        3))
                .verifyComplete();
    }

    @Test
    void an_error_that_may_be_the_events_is_a_failure_like_any_other() {
        StepVerifier.withVirtualTime(() -> process(event -> Mono.just(1)
                        .map(one -> {
                            throw new StackOverflowError("a drone in a drone");
                        })
                        .then()))
                .thenAwait(Duration.ofSeconds(5))
                .expectNext(new Outcome.DeadLetter(
                        "handler-failed",
                        "The handler failed 3 times, at last with java.lang.StackOverflowError: a drone in a drone",
                        3))
                .verifyComplete();
    }

    @Test
    void an_error_of_the_jvm_is_no_failure_of_the_event() {
        Stream.of(new NoClassDefFoundError("drone/Rotor"), new OutOfMemoryError("Java heap space"))
                .forEach(error -> StepVerifier.withVirtualTime(() -> process(event -> Mono.just(1)
                                .map(one -> {
                                    throw error;
                                })
                                .then()))
                        .expectSubscription()
                        .expectNoEvent(Duration.ofMinutes(59))
                        .thenCancel()
                        .verify());
    }

    @Test
    void failures_that_take_long_use_up_the_attempts_as_quick_ones_do() {
        StepVerifier.withVirtualTime(() -> process(event -> Mono.delay(Duration.ofSeconds(59))
                        .then(Mono.error(new IllegalStateException("the drone is wet")))))
                .thenAwait(Duration.ofMinutes(4))
                .expectNextMatches(outcome -> outcome instanceof Outcome.DeadLetter letter
                        && letter.reason().equals(DeadLetterReason.HANDLER_FAILED))
                .verifyComplete();
    }

    @Test
    void a_failure_of_all_events_pauses_the_type_and_sends_none_of_them_to_the_dead_letters() {
        AtomicBoolean broken = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> {
                        calls.incrementAndGet();
                        return broken.get()
                                ? Mono.error(new IllegalStateException("The column is gone"))
                                : Mono.empty();
                    });
                    paused = processor::paused;
                    return Flux.range(0, 20).flatMap(event -> processor.process(EventProcessorTest::event));
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(30))
                .then(() -> {
                    assertThat(paused.get()).singleElement().satisfies(pause -> {
                        assertThat(pause.type()).isEqualTo("Requested");
                        assertThat(pause.since()).isBetween(Duration.ofMinutes(29), Duration.ofMinutes(30));
                        assertThat(pause.cause()).hasMessage("The column is gone");
                    });
                    assertThat(calls).hasValueLessThan(120);
                    assertThat(meters.get("messaging.process.paused").gauge().value())
                            .isEqualTo(1);
                    assertThat(meters.get("messaging.process.pauses").counter().count())
                            .isEqualTo(1);
                    broken.set(false);
                })
                .thenAwait(Duration.ofMinutes(1))
                .expectNextSequence(Collections.nCopies(20, new Outcome.Done()))
                .verifyComplete();
        assertThat(paused.get()).isEmpty();
    }

    @Test
    void a_type_of_which_no_event_is_left_here_is_not_paused_until_one_comes_again() {
        EventProcessor processor = processor(event -> Mono.error(new IllegalStateException("The column is gone")));
        Disposable work = Flux.range(0, 3)
                .flatMap(event -> processor.process(EventProcessorTest::event))
                .subscribe();
        assertThat(processor.paused()).hasSize(1);

        work.dispose();

        assertThat(processor.paused()).isEmpty();
        assertThat(meters.get("messaging.process.paused").gauge().value()).isZero();
        Disposable another = processor.process(EventProcessorTest::event).subscribe();
        assertThat(processor.paused()).hasSize(1);
        another.dispose();
    }

    @Test
    void what_earlier_deliveries_have_cost_counts() {
        RetryState earlier = new RetryState(2, 10, Duration.ofMinutes(4));
        List<RetryState> told = new ArrayList<>();
        Outcome outcome = processor(event -> Mono.error(new IllegalStateException("the drone is wet")))
                .process(new ReceivedEvent() {
                    @Override
                    public CloudEvent read() {
                        return event();
                    }

                    @Override
                    public RetryState retryState() {
                        return earlier;
                    }

                    @Override
                    public void retryStateChanged(RetryState retryState) {
                        told.add(retryState);
                    }
                })
                .block();

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.DeadLetter.class,
                        letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.HANDLER_FAILED));
        assertThat(told).containsExactly(new RetryState(3, 10, Duration.ofMinutes(4)));
    }

    @Test
    void an_event_that_may_not_stay_is_left_unfinished_after_its_call() {
        AtomicInteger calls = new AtomicInteger();
        Outcome outcome = processor(event -> {
                    calls.incrementAndGet();
                    return Mono.error(new DependencyUnavailableException("The map is away", new Exception()));
                })
                .process(new ReceivedEvent() {
                    @Override
                    public CloudEvent read() {
                        return event();
                    }

                    @Override
                    public boolean mayStay() {
                        return false;
                    }
                })
                .block();

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unfinished.class,
                        unfinished -> assertThat(unfinished.cause()).hasMessage("The map is away"));
        assertThat(calls).hasValue(1);
    }

    @Test
    void versions_of_a_type_are_handled_side_by_side_and_older_ones_can_be_cast_up() {
        List<String> handled = new ArrayList<>();
        EventSubscription subscription = EventSubscription.of("requests", "drones")
                .on("Requested", 4, event -> Mono.fromRunnable(() -> handled.add("own 4")))
                .on(
                        "Requested",
                        3,
                        event -> Mono.fromRunnable(() -> handled.add(event.getDataSchema() + " " + event.getSubject())))
                .upcasting(
                        "Requested",
                        2,
                        event -> CloudEventBuilder.from(event)
                                .withSubject(event.getSubject() + "+2to3")
                                .build())
                .upcasting(
                        "Requested",
                        1,
                        event -> CloudEventBuilder.from(event)
                                .withSubject("1to2")
                                .build());
        EventProcessor processor = new EventProcessor(subscription, RETRY, MessageSpans.none("pigeons"), meters);

        for (int version = 1; version <= 4; version++) {
            CloudEvent event = event(version);
            assertThat(processor.process(() -> event).block()).isEqualTo(new Outcome.Done());
        }

        assertThat(handled)
                .containsExactly(
                        "urn:drone-delivery:schema:Requested:3 1to2+2to3",
                        "urn:drone-delivery:schema:Requested:3 null+2to3",
                        "urn:drone-delivery:schema:Requested:3 null",
                        "own 4");
    }

    @Test
    void a_version_can_be_cast_up_only_to_one_that_is_handled() {
        assertThatThrownBy(() -> subscription(event -> Mono.empty()).upcasting("Requested", 1, event -> event))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no handler of version 2 of Requested");
    }

    @Test
    void events_of_unknown_types_are_passed_over_where_the_subscription_says_so() {
        EventSubscription others = EventSubscription.of("requests", "drones").on("Flown", 1, event -> Mono.empty());

        assertThat(new EventProcessor(others, RETRY, MessageSpans.none("pigeons"), meters)
                        .process(EventProcessorTest::event)
                        .block())
                .isInstanceOfSatisfying(
                        Outcome.DeadLetter.class,
                        letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.UNKNOWN_TYPE));
        assertThat(new EventProcessor(others.ignoringUnknownTypes(), RETRY, MessageSpans.none("pigeons"), meters)
                        .process(EventProcessorTest::event)
                        .block())
                .isEqualTo(new Outcome.Ignored());
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
                                + " handled is urn:drone-delivery:schema:Requested:2",
                        1));
    }

    @Test
    void refusals_of_all_events_pause_the_type_and_send_two_of_them_to_the_dead_letters() {
        AtomicBoolean old = new AtomicBoolean(true);
        refusedWhile(
                old,
                event ->
                        old.get() ? Mono.error(new InvalidEventException("The field rotor is missing")) : Mono.empty());
    }

    @Test
    void a_version_that_all_events_have_and_nobody_handles_pauses_the_type_too() {
        EventSubscription other = EventSubscription.of("requests", "drones").on("Requested", 2, event -> Mono.empty());
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(other);
                    paused = processor::paused;
                    return Flux.range(0, 20).flatMap(event -> processor.process(EventProcessorTest::event));
                })
                .expectSubscription()
                .expectNextCount(2)
                .expectNoEvent(Duration.ofMinutes(30))
                .then(() -> assertThat(paused.get()).hasSize(1))
                .thenCancel()
                .verify();
    }

    private void refusedWhile(AtomicBoolean old, EventHandler handler) {
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(handler);
                    paused = processor::paused;
                    return Flux.range(0, 20).flatMap(event -> processor.process(EventProcessorTest::event));
                })
                .expectSubscription()
                .expectNextMatches(EventProcessorTest::isRefused)
                .expectNextMatches(EventProcessorTest::isRefused)
                .expectNoEvent(Duration.ofMinutes(30))
                .then(() -> {
                    assertThat(paused.get()).hasSize(1);
                    old.set(false);
                })
                .thenAwait(Duration.ofMinutes(1))
                .expectNextSequence(Collections.nCopies(18, new Outcome.Done()))
                .verifyComplete();
        assertThat(paused.get()).isEmpty();
    }

    private static boolean isRefused(Outcome outcome) {
        return outcome instanceof Outcome.DeadLetter letter
                && letter.reason().equals(DeadLetterReason.INVALID_DATA)
                && letter.attempts() == 1;
    }

    @Test
    void refused_events_among_good_ones_go_to_the_dead_letters_at_once_however_many_they_are() {
        AtomicInteger calls = new AtomicInteger();
        EventProcessor processor = processor(event -> calls.getAndIncrement() % 10 == 1
                ? Mono.empty()
                : Mono.error(new InvalidEventException("The field rotor is missing")));

        assertThat(Flux.range(0, 100)
                        .concatMap(event -> processor.process(EventProcessorTest::event))
                        .filter(EventProcessorTest::isRefused)
                        .count()
                        .block())
                .isEqualTo(90);
        assertThat(calls).hasValue(100);
        assertThat(processor.paused()).isEmpty();
    }

    @Test
    void a_dead_letter_of_another_group_that_was_sent_again_is_left_alone() {
        AtomicInteger calls = new AtomicInteger();
        EventProcessor processor = new EventProcessor(
                EventSubscription.of("requests", "drones")
                        .on("Requested", 1, event -> Mono.fromRunnable(calls::incrementAndGet)),
                RETRY,
                MessageSpans.none("pigeons"),
                meters);

        assertThat(processor.process(() -> resentTo("invoices")).block()).isEqualTo(new Outcome.Ignored());
        assertThat(processor.process(() -> resentTo("drones")).block()).isEqualTo(new Outcome.Done());
        assertThat(calls).hasValue(1);
    }

    private static CloudEvent resentTo(String group) {
        return CloudEventBuilder.from(event())
                .withExtension(EventAttributes.RESENT_TO, group)
                .build();
    }

    @Test
    void a_call_that_is_never_answered_is_cancelled_and_made_again() {
        AtomicInteger cancelled = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> process(event -> Mono.<Void>never().doOnCancel(cancelled::incrementAndGet)))
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(10))
                .thenCancel()
                .verify();
        assertThat(cancelled).hasValueGreaterThan(5);
    }

    @Test
    void a_call_whose_cancellation_fails_is_made_again_like_any_other() {
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> process(event -> calls.incrementAndGet() > 1
                        ? Mono.empty()
                        : Mono.create(sink -> sink.onCancel(() -> {
                            throw new IllegalStateException("The connection is closed");
                        }))))
                .thenAwait(Duration.ofMinutes(2))
                .expectNext(new Outcome.Done())
                .expectComplete()
                .verify(Duration.ofMinutes(1));
        assertThat(calls).hasValue(2);
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

    @Test
    void an_event_whose_names_would_break_or_turn_a_line_goes_to_the_dead_letters() {
        EventProcessor processor = processor(event -> Mono.empty());
        for (String character : List.of("\n", "\u001B", "\u0085", "\u2028", "\u202E", "\uD800")) {
            Stream.of(
                            CloudEventBuilder.from(event()).withId("e" + character),
                            CloudEventBuilder.from(event()).withType("Requested" + character),
                            CloudEventBuilder.from(event()).withSubject("s" + character),
                            CloudEventBuilder.from(event())
                                    .withExtension(EventAttributes.PARTITION_KEY, "k" + character))
                    .map(CloudEventBuilder::build)
                    .forEach(forged -> assertThat(
                                    processor.process(() -> forged).block())
                            .isInstanceOfSatisfying(Outcome.DeadLetter.class, letter -> {
                                assertThat(letter.reason()).isEqualTo(DeadLetterReason.MALFORMED_ATTRIBUTE);
                                assertThat(PlainText.isPlain(letter.description()))
                                        .isTrue();
                            }));
        }
    }

    private Mono<Outcome> process(EventHandler handler) {
        return processor(handler).process(EventProcessorTest::event);
    }
}
