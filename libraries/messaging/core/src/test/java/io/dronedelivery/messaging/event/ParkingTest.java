package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Events that are never done: when one is parked alone, and how fast when none of its type is done. */
@Isolated("virtual time is for all schedulers of the JVM")
class ParkingTest extends ProcessorFixture {

    private Duration interval = Duration.ofMillis(100);

    @Test
    void an_event_that_alone_is_never_done_is_parked_with_time_calls_and_the_last_failure() {
        StepVerifier.withVirtualTime(() -> besidesOthersThatPass(
                        event -> Mono.error(new DependencyUnavailableException("The map is away", new Exception()))))
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(299))
                .thenAwait(Duration.ofSeconds(5))
                .assertNext(outcome -> assertThat(outcome).isInstanceOfSatisfying(Outcome.DeadLetter.class, letter -> {
                    assertThat(letter.reason()).isEqualTo("Parked");
                    assertThat(letter.description()).contains("PT5M", "calls", "The map is away");
                }))
                .thenCancel()
                .verify();
    }

    @Test
    void an_event_whose_handler_never_answers_is_parked_when_others_pass() {
        StepVerifier.withVirtualTime(() -> besidesOthersThatPass(event -> Mono.never()))
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(299))
                .thenAwait(Duration.ofMinutes(2))
                .assertNext(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.DeadLetter.class,
                                letter -> assertThat(letter.description()).contains("did not answer within PT1M")))
                .thenCancel()
                .verify();
    }

    @Test
    void an_outage_of_hours_parks_nothing_and_neither_does_its_end() {
        AtomicBoolean unavailable = new AtomicBoolean(true);
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> unavailable.get()
                            ? Mono.error(new DependencyUnavailableException("The map is away", new Exception()))
                            : Mono.empty());
                    return Flux.range(0, 4).flatMap(event -> processor.process(ParkingTest::event));
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofHours(5))
                .then(() -> unavailable.set(false))
                .thenAwait(Duration.ofMinutes(1))
                .expectNextSequence(Collections.nCopies(4, new Outcome.Done()))
                .verifyComplete();
    }

    @Test
    void an_outage_of_half_a_day_parks_few_events() {
        AtomicBoolean unavailable = new AtomicBoolean(true);
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> unavailable.get()
                            ? Mono.error(new DependencyUnavailableException("The map is away", new Exception()))
                            : Mono.empty());
                    return Flux.range(0, 3).flatMap(event -> processor.process(ParkingTest::event));
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofHours(6).minusSeconds(1))
                .thenAwait(Duration.ofMinutes(1))
                .assertNext(outcome -> assertThat(outcome).isInstanceOfSatisfying(Outcome.DeadLetter.class, letter -> {
                    assertThat(letter.reason()).isEqualTo(DeadLetterReason.PARKED);
                    assertThat(letter.description())
                            .contains("PT6H", "no event of its type was done", "The map is away");
                }))
                .expectNoEvent(Duration.ofHours(3).minusMinutes(2))
                .thenAwait(Duration.ofMinutes(3))
                .expectNextMatches(Outcome.DeadLetter.class::isInstance)
                .then(() -> unavailable.set(false))
                .thenAwait(Duration.ofMinutes(1))
                .expectNext(new Outcome.Done())
                .verifyComplete();
    }

    @Test
    void a_failure_of_all_events_that_lasts_hours_parks_some_ever_sooner() {
        AtomicBoolean broken = new AtomicBoolean(true);
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event ->
                            broken.get() ? Mono.error(new IllegalStateException("The column is gone")) : Mono.empty());
                    return Flux.range(0, 10).flatMap(event -> processor.process(ParkingTest::event));
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(59))
                // After 60 minutes, 90 and 105, each up to a minute later, when one is tried.
                .thenAwait(Duration.ofMinutes(51))
                .expectNextMatches(Outcome.DeadLetter.class::isInstance)
                .expectNextMatches(Outcome.DeadLetter.class::isInstance)
                .expectNextMatches(Outcome.DeadLetter.class::isInstance)
                .then(() -> broken.set(false))
                .thenAwait(Duration.ofMinutes(2))
                .expectNextSequence(Collections.nCopies(7, new Outcome.Done()))
                .verifyComplete();
    }

    @Test
    void
            hundreds_of_events_that_nothing_passes_between_are_parked_within_hours_and_what_comes_behind_them_is_handled() {
        int lanes = 8;
        int poisoned = 300;
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> event.getSubject() == null
                            ? Mono.error(new IllegalStateException("A drone without wings"))
                            : Mono.empty());
                    CloudEvent good = CloudEventBuilder.from(event())
                            .withSubject("another")
                            .build();
                    return Flux.range(0, poisoned)
                            .flatMap(event -> processor.process(ParkingTest::event), lanes)
                            .concatWith(processor.process(() -> good))
                            .collectList();
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofHours(6))
                .thenAwait(Duration.ofHours(6))
                .assertNext(outcomes -> {
                    assertThat(outcomes.subList(0, poisoned))
                            .allSatisfy(outcome -> assertThat(outcome)
                                    .isInstanceOfSatisfying(
                                            Outcome.DeadLetter.class,
                                            letter ->
                                                    assertThat(letter.reason()).isEqualTo(DeadLetterReason.PARKED)));
                    assertThat(outcomes.get(poisoned)).isEqualTo(new Outcome.Done());
                })
                .verifyComplete();
    }

    @Test
    void events_that_nobody_foresaw_to_fail_at_the_head_of_every_lane_do_not_stop_those_behind_them_for_good() {
        stuckAtTheHeadOfEveryLane(new IllegalStateException("The column is gone"), Duration.ofHours(1));
    }

    @Test
    void events_that_are_never_done_at_the_head_of_every_lane_do_not_stop_those_behind_them_for_good() {
        stuckAtTheHeadOfEveryLane(
                new DependencyUnavailableException("The map is away", new Exception()), Duration.ofHours(6));
    }

    private void stuckAtTheHeadOfEveryLane(RuntimeException failure, Duration standstill) {
        int lanes = 4;
        int behind = 600;
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> event.getSubject() == null
                            ? Mono.error(failure)
                            : Mono.delay(Duration.ofSeconds(1)).then());
                    CloudEvent good = CloudEventBuilder.from(event())
                            .withSubject("another")
                            .build();
                    return Flux.range(0, lanes)
                            .flatMap(lane -> processor
                                    .process(ParkingTest::event)
                                    .concatWith(Flux.range(0, behind).concatMap(n -> processor.process(() -> good))))
                            .collectList();
                })
                .expectSubscription()
                .expectNoEvent(standstill)
                .thenAwait(Duration.ofHours(1))
                .assertNext(outcomes -> {
                    assertThat(outcomes)
                            .filteredOn(Outcome.DeadLetter.class::isInstance)
                            .hasSize(lanes);
                    assertThat(outcomes)
                            .filteredOn(Outcome.Done.class::isInstance)
                            .hasSize(lanes * behind);
                })
                .verifyComplete();
    }

    @Test
    void an_event_that_fails_some_more_times_after_an_outage_of_hours_is_not_parked() {
        AtomicInteger warmingUp = new AtomicInteger(10);
        AtomicBoolean unavailable = new AtomicBoolean(true);
        StepVerifier.withVirtualTime(() -> besidesOthersThatPass(
                                event -> unavailable.get() || warmingUp.getAndDecrement() > 0
                                        ? Mono.error(new DependencyUnavailableException("away", new Exception()))
                                        : Mono.empty(),
                                0,
                                Mono.fromRunnable(() -> unavailable.set(false)).delaySubscription(Duration.ofHours(5)))
                        .take(1))
                .expectSubscription()
                .expectNoEvent(Duration.ofHours(5))
                .thenAwait(Duration.ofMinutes(1))
                .expectNext(new Outcome.Done())
                .verifyComplete();
    }

    @Test
    void where_others_come_rarely_an_event_that_never_ends_is_parked_after_a_few_of_them() {
        interval = Duration.ofHours(1);
        StepVerifier.withVirtualTime(() -> besidesOthersThatPass(
                        event -> Mono.error(new DependencyUnavailableException("The map is away", new Exception()))))
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(150))
                .thenAwait(Duration.ofHours(1))
                .assertNext(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.DeadLetter.class,
                                letter -> assertThat(letter.reason()).isEqualTo("Parked")))
                .thenCancel()
                .verify();
    }

    @Test
    void a_long_pause_does_not_count_as_time_in_which_the_event_alone_was_not_done() {
        AtomicBoolean broken = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> {
                    EventProcessor processor = processor(event -> {
                        if (broken.get()) {
                            return Mono.error(new IllegalStateException("The column is gone"));
                        }
                        // The first one ends the pause, the others meet an outage of a moment.
                        int call = calls.incrementAndGet();
                        return call > 1 && call < 15
                                ? Mono.error(new DependencyUnavailableException("not warm yet", new Exception()))
                                : Mono.empty();
                    });
                    return Flux.range(0, 10).flatMap(event -> processor.process(ParkingTest::event));
                })
                .expectSubscription()
                .expectNoEvent(Duration.ofMinutes(59))
                .then(() -> broken.set(false))
                .thenAwait(Duration.ofMinutes(1))
                .expectNextSequence(Collections.nCopies(10, new Outcome.Done()))
                .verifyComplete();
    }

    @Test
    void an_event_that_was_delivered_too_often_is_parked_sooner() {
        StepVerifier.withVirtualTime(() -> besidesOthersThatPass(
                        event -> Mono.error(new DependencyUnavailableException("The map is away", new Exception())), 8))
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(29))
                .thenAwait(Duration.ofSeconds(5))
                .assertNext(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.DeadLetter.class,
                                letter -> assertThat(letter.description()).contains("8 earlier deliveries")))
                .thenCancel()
                .verify();
    }

    private Flux<Outcome> besidesOthersThatPass(EventHandler handler) {
        return besidesOthersThatPass(handler, 0);
    }

    private Flux<Outcome> besidesOthersThatPass(EventHandler handler, int earlierDeliveries) {
        return besidesOthersThatPass(handler, earlierDeliveries, Mono.empty());
    }

    /** The outcome of one event, while another one passes every 100 ms, from a moment on. */
    private Flux<Outcome> besidesOthersThatPass(EventHandler handler, int earlierDeliveries, Mono<?> moment) {
        EventProcessor processor =
                processor(event -> event.getSubject() == null ? handler.handle(event) : Mono.empty());
        CloudEvent passing =
                CloudEventBuilder.from(event()).withSubject("another").build();
        ReceivedEvent received = new ReceivedEvent() {
            @Override
            public CloudEvent read() {
                return event();
            }

            @Override
            public int earlierDeliveries() {
                return earlierDeliveries;
            }
        };
        return processor
                .process(received)
                .flux()
                .mergeWith(moment.thenMany(Flux.interval(interval))
                        .flatMap(tick -> processor.process(() -> passing))
                        .ignoreElements());
    }
}
