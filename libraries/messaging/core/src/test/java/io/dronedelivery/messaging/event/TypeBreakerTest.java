package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class TypeBreakerTest {

    private static final Throwable FAILURE = new IllegalStateException("The column is gone");

    private final AtomicLong clock = new AtomicLong();
    private final TypeBreaker breaker =
            new TypeBreaker(new RetryProperties.Breaker(3, Duration.ofSeconds(1), Duration.ofSeconds(3)), clock::get);

    @Test
    void it_lets_everything_in_while_nothing_fails() {
        for (int i = 0; i < 100; i++) {
            pass();
        }
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();
        assertThat(breaker.pause()).isNull();
        assertThat(breaker.passes()).isEqualTo(100);
    }

    @Test
    void one_event_that_fails_again_and_again_is_its_own_failure() {
        assertThat(fail()).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(breaker.failed(breaker.tryEnter(TypeBreaker.REFUSED), true, FAILURE))
                    .isTrue();
        }
        assertThat(breaker.pause()).isNull();
    }

    @Test
    void events_that_fail_among_many_that_pass_are_their_own_failures() {
        for (int i = 0; i < 100; i++) {
            assertThat(fail()).isTrue();
            pass();
        }
        assertThat(breaker.pause()).isNull();
    }

    @Test
    void it_pauses_when_as_many_events_have_failed_as_are_set_and_that_is_nobodys_own_failure() {
        pass();
        fail();
        fail();
        assertThat(breaker.pause()).isNull();

        assertThat(fail()).isFalse();

        assertThat(Objects.requireNonNull(breaker.pause()).cause()).isSameAs(FAILURE);
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isEqualTo(TypeBreaker.REFUSED);
    }

    @Test
    void more_than_two_thirds_have_to_fail() {
        fail();
        pass();
        pass();
        fail();
        fail();
        fail();
        // Four of six.
        assertThat(breaker.pause()).isNull();
        fail();
        assertThat(breaker.pause()).isNotNull();
    }

    @Test
    void calls_from_before_the_pause_neither_end_it_nor_count() {
        int before = breaker.tryEnter(TypeBreaker.REFUSED);
        pausedNow();

        assertThat(breaker.failed(before, false, FAILURE)).isFalse();
        assertThat(breaker.passed(before)).isNull();

        assertThat(breaker.pause()).isNotNull();
    }

    @Test
    void one_event_is_tried_after_the_pause_and_all_are_let_in_when_it_passes() {
        pausedNow();
        clock.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isEqualTo(TypeBreaker.REFUSED);
        clock.addAndGet(Duration.ofMillis(1).toNanos());

        int trial = breaker.tryEnter(TypeBreaker.REFUSED);

        assertThat(trial).isNotNegative();
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isEqualTo(TypeBreaker.REFUSED);
        assertThat(breaker.passed(trial)).isNotNull();
        assertThat(breaker.pause()).isNull();
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();
    }

    @Test
    void the_pause_gets_longer_with_each_event_that_is_tried_in_vain_up_to_the_longest() {
        pausedNow();
        for (long millis : new long[] {1000, 2000, 3000, 3000}) {
            clock.addAndGet(Duration.ofMillis(millis - 1).toNanos());
            assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isEqualTo(TypeBreaker.REFUSED);
            clock.addAndGet(Duration.ofMillis(1).toNanos());
            assertThat(breaker.failed(breaker.tryEnter(TypeBreaker.REFUSED), true, FAILURE))
                    .isFalse();
        }
    }

    @Test
    void an_outage_does_not_end_a_pause_and_does_not_begin_one() {
        for (int i = 0; i < 10; i++) {
            breaker.undecided(breaker.tryEnter(TypeBreaker.REFUSED));
        }
        assertThat(breaker.pause()).isNull();
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());

        breaker.undecided(breaker.tryEnter(TypeBreaker.REFUSED));

        assertThat(breaker.pause()).isNotNull();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isEqualTo(TypeBreaker.REFUSED);
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();
    }

    @Test
    void the_next_one_is_tried_at_once_when_one_is_given_up() {
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        breaker.left(breaker.tryEnter(TypeBreaker.REFUSED));
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();
    }

    @Test
    void what_becomes_of_a_call_that_was_given_up_says_nothing_about_the_next_trial() {
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        int givenUp = breaker.tryEnter(TypeBreaker.REFUSED);
        breaker.left(givenUp);
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();

        breaker.left(givenUp);
        breaker.undecided(givenUp);
        breaker.failed(givenUp, true, FAILURE);

        clock.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED))
                .as("while the next trial runs")
                .isEqualTo(TypeBreaker.REFUSED);
    }

    @Test
    void a_call_that_cannot_be_made_does_not_keep_its_trial() {
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        // More nanoseconds than a long has.
        EventWork work = work(Duration.ofSeconds(Long.MAX_VALUE));

        assertThatThrownBy(() -> work.outcome().block()).isInstanceOf(ArithmeticException.class);

        assertThat(breaker.tryEnter(TypeBreaker.REFUSED)).isNotNegative();
    }

    private EventWork work(Duration callTimeout) {
        EventHandler handler = event -> Mono.empty();
        RetryProperties retry = new RetryProperties(3, Duration.ofMillis(1), Duration.ofMillis(1), callTimeout);
        ProcessMeters meters = new ProcessMeters(
                ProcessorFixture.subscription(handler), "pigeons", new SimpleMeterRegistry(), () -> 0);
        return new EventWork(
                new EventProcessor.Common("requests", retry, meters, clock::get),
                breaker,
                handler,
                ProcessorFixture.event(),
                ProcessorFixture::event);
    }

    @Test
    void an_event_that_was_not_tried_in_a_pause_comes_before_those_that_were() {
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        int trial = breaker.tryEnter(TypeBreaker.REFUSED);
        breaker.failed(trial, true, FAILURE);
        clock.addAndGet(Duration.ofSeconds(2).toNanos());

        assertThat(breaker.tryEnter(trial)).isEqualTo(TypeBreaker.REFUSED);
        int another = breaker.tryEnter(TypeBreaker.REFUSED);

        assertThat(another).isNotNegative();
        breaker.failed(another, true, FAILURE);
        clock.addAndGet(Duration.ofSeconds(4).toNanos());
        assertThat(breaker.tryEnter(trial)).isNotNegative();
    }

    @Test
    void after_a_pause_it_looks_at_events_anew() {
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        breaker.passed(breaker.tryEnter(TypeBreaker.REFUSED));

        assertThat(fail()).isTrue();
        assertThat(fail()).isTrue();
        assertThat(fail()).isFalse();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(breaker.tryEnter(TypeBreaker.REFUSED))
                .as("the next pause has trials, too")
                .isNotNegative();
    }

    @Test
    void a_call_from_before_a_pause_that_has_ended_says_nothing_about_its_event() {
        int before = breaker.tryEnter(TypeBreaker.REFUSED);
        pausedNow();
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        breaker.passed(breaker.tryEnter(TypeBreaker.REFUSED));

        assertThat(breaker.failed(before, false, FAILURE)).isFalse();

        assertThat(fail()).isTrue();
        assertThat(fail()).isTrue();
        assertThat(breaker.pause()).isNull();
    }

    @Test
    void what_failed_before_many_that_passed_does_not_count() {
        fail();
        for (int i = 0; i < 20; i++) {
            pass();
        }

        assertThat(fail()).isTrue();
        assertThat(fail()).isTrue();
        assertThat(fail()).isFalse();
    }

    @Test
    void a_pause_is_shown_while_an_event_waits_in_it() {
        breaker.began();
        assertThat(breaker.pauseOfSome()).isNull();
        pausedNow();
        assertThat(breaker.pauseOfSome()).isNotNull();

        breaker.ended();

        assertThat(breaker.pauseOfSome()).isNull();
    }

    private void pausedNow() {
        fail();
        fail();
        fail();
        assertThat(breaker.pause()).isNotNull();
    }

    private void pass() {
        breaker.passed(breaker.tryEnter(TypeBreaker.REFUSED));
    }

    /** Another event fails. */
    private boolean fail() {
        return breaker.failed(breaker.tryEnter(TypeBreaker.REFUSED), false, FAILURE);
    }
}
