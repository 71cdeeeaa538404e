package io.dronedelivery.messaging.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.retention.BrokerRetention.Mismatch;
import io.dronedelivery.messaging.retention.BrokerRetention.NotAllowedException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

@Isolated("another application that starts configures the JVM's logging anew, and what is logged meanwhile is lost")
@ExtendWith(OutputCaptureExtension.class)
class RetentionCheckTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Mismatch SHORT = Mismatch.tooShort(
            "topic requests",
            "retention.ms",
            Duration.ofHours(1),
            Duration.ofDays(14),
            "messaging.promise.min-retention");

    private final AtomicInteger asked = new AtomicInteger();

    private ApplicationContextRunner of(Mono<List<Mismatch>> answer) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RetentionAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(
                        BrokerRetention.class,
                        () -> () -> Mono.defer(() -> {
                            asked.incrementAndGet();
                            return answer;
                        }));
    }

    private static double mismatches(ApplicationContext context) {
        return context.getBean(MeterRegistry.class)
                .get("messaging.promise.mismatches")
                .gauge()
                .value();
    }

    @Test
    void by_default_mismatches_are_counted() {
        of(Mono.just(List.of(SHORT, SHORT))).run(context -> {
            assertThat(context).hasNotFailed();
            await().atMost(TIMEOUT).until(() -> mismatches(context) == 2);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"warn", "refuse"})
    void none_are_counted_when_everything_was_compared_and_keeps_the_promise(String check) {
        of(Mono.just(List.of()))
                .withPropertyValues("messaging.promise.check=" + check)
                .run(context -> await().atMost(TIMEOUT).until(() -> mismatches(context) == 0));
    }

    @Test
    void an_application_that_is_told_to_does_not_start_on_a_mismatch() {
        of(Mono.just(List.of(SHORT)))
                .withPropertyValues("messaging.promise.check=refuse")
                .run(
                        context -> assertThat(context)
                                .hasFailed()
                                .getFailure()
                                .hasRootCauseInstanceOf(RetentionException.class)
                                .rootCause()
                                .hasMessage(
                                        " - topic requests: retention.ms is PT1H, needed are at least PT336H (messaging.promise.min-retention)"));
        of(Mono.just(List.of()))
                .withPropertyValues("messaging.promise.check=refuse")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_setting_that_is_accepted_keeps_nobody_from_starting() {
        of(Mono.just(List.of(SHORT)))
                .withPropertyValues("messaging.promise.check=refuse", "messaging.promise.accept=retention.ms,other")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(mismatches(context)).isZero();
                });
    }

    @Test
    void a_setting_that_the_broker_does_not_say_is_reported_and_keeps_nobody_from_starting(CapturedOutput output) {
        of(Mono.just(List.of(Mismatch.unknown("broker 1", "offsets.retention.minutes", "the broker does not say it"))))
                .withPropertyValues("messaging.promise.check=refuse")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(mismatches(context)).isZero();
                    assertThat(output)
                            .contains("broker 1: offsets.retention.minutes is unknown: the broker does not say it");
                });
    }

    @Test
    void who_is_refused_the_start_reads_what_it_is_about_and_how_to_accept_it() {
        FailureAnalysis told = new RetentionFailureAnalyzer()
                .analyze(new IllegalStateException(new RetentionException(List.of(SHORT))));

        assertThat(told.getDescription()).contains("topic requests: retention.ms is PT1H, needed are at least PT336H");
        assertThat(told.getAction()).contains("messaging.promise.accept", "messaging.promise.check=warn");
    }

    @Test
    void a_broker_that_does_not_answer_keeps_nobody_from_starting() {
        of(Mono.never())
                .withPropertyValues("messaging.promise.check=refuse", "messaging.promise.timeout=50ms")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(mismatches(context)).as("nothing was compared").isNaN();
                });
    }

    static Stream<Mono<List<Mismatch>>> no_answers() {
        return Stream.of(Mono.never(), Mono.error(new IllegalStateException("not yet")));
    }

    @ParameterizedTest
    @MethodSource("no_answers")
    void a_broker_that_does_not_answer_before_the_start_is_asked_after_it(Mono<List<Mismatch>> atFirst) {
        of(Mono.defer(() -> asked.get() == 1 ? atFirst : Mono.just(List.of(SHORT))))
                .withPropertyValues("messaging.promise.check=refuse", "messaging.promise.timeout=1s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    await().atMost(TIMEOUT).until(() -> mismatches(context) == 1);
                });
    }

    @Test
    void a_broker_that_did_not_answer_after_the_start_is_asked_again() {
        of(Mono.defer(() -> asked.get() == 1 ? Mono.never() : Mono.just(List.of(SHORT))))
                .withPropertyValues("messaging.promise.timeout=50ms")
                .run(context -> await().atMost(TIMEOUT).until(() -> mismatches(context) == 1));
        assertThat(asked).hasValue(2);
    }

    @Test
    void an_application_that_stops_waits_for_no_answer() {
        AtomicBoolean givenUp = new AtomicBoolean();
        of(Mono.<List<Mismatch>>never().doOnCancel(() -> givenUp.set(true)))
                .withPropertyValues("messaging.promise.timeout=10m")
                .run(context -> {
                    await().atMost(TIMEOUT).until(() -> asked.get() == 1);
                    assertThat(givenUp).isFalse();
                });
        assertThat(givenUp).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"warn", "refuse"})
    void a_broker_that_does_not_tell_this_application_is_not_asked_again_and_keeps_it_from_nothing(
            String check, CapturedOutput output) {
        of(Mono.error(new NotAllowedException("that takes the right Manage", new IllegalStateException())))
                .withPropertyValues("messaging.promise.check=" + check)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    await().atMost(TIMEOUT)
                            .untilAsserted(() -> assertThat(output)
                                    .contains(
                                            "How the broker keeps events is not checked: that takes the right Manage"));
                    assertThat(mismatches(context)).as("nothing was compared").isNaN();
                });
        assertThat(asked).hasValue(1);
    }

    @Test
    void it_can_be_switched_off() {
        of(Mono.just(List.of(SHORT)))
                .withPropertyValues("messaging.promise.check=off")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(mismatches(context)).as("nothing was compared").isNaN();
                });
        assertThat(asked).hasValue(0);
    }

    @Test
    void there_is_nothing_to_check_without_a_broker() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RetentionAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(RetentionCheck.class));
    }
}
