package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class SinkWriterTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final List<String> told = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private final Mono<Void> silence =
            Mono.<Void>never().doOnRequest(n -> told.add("asked")).doOnCancel(() -> told.add("cancelled"));

    private SinkWriter writer(Duration timeout) {
        return writer(silence, timeout);
    }

    private SinkWriter writer(Mono<Void> answer, Duration timeout) {
        DispatchSink silent = new DispatchSink() {
            @Override
            public String name() {
                return "silent";
            }

            @Override
            public Mono<Void> write(List<OutboundEvent> events) {
                return answer;
            }
        };
        DispatchProperties properties =
                new DispatchProperties(List.of(SinkKind.BROKER), 1, 1, 1, timeout, new Retry(1, FIRST, LONGEST));
        return new SinkWriter(silent, properties, false, (batches, failure) -> failures.add(failure));
    }

    @Test
    void pauses_double_up_to_the_longest_and_are_shortened_by_up_to_a_half_of_it() {
        SinkWriter writer = writer(Duration.ofMinutes(1));
        List<Duration> backoffs =
                List.of(FIRST, Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofMillis(800), LONGEST);
        for (int attempt : new int[] {1, 2, 3, 4, 5, 6, 21, 64, 1000}) {
            Duration backoff = backoffs.get(Math.min(attempt, backoffs.size()) - 1);
            Set<Long> pauses = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                pauses.add(writer.pause(attempt));
            }
            long half = backoff.toNanos() / 2;
            assertThat(pauses).allSatisfy(pause -> assertThat(pause).isBetween(half, backoff.toNanos()));
            // All the same would be no jitter.
            assertThat(pauses).hasSizeGreaterThan(1);
        }
    }

    @Test
    void a_call_is_cancelled_and_fails_when_it_is_overdue_and_not_before() {
        SinkWriter patient = writer(Duration.ofHours(1));
        patient.write(List.of(), 0);
        patient.giveUpOverdue();
        assertThat(told).containsExactly("asked");
        assertThat(failures).isEmpty();
        told.clear();

        SinkWriter hasty = writer(Duration.ofNanos(1));
        hasty.write(List.of(), 0);
        await().atMost(TIMEOUT).pollInSameThread().until(() -> {
            hasty.giveUpOverdue();
            return !failures.isEmpty();
        });

        assertThat(told).containsExactly("asked", "cancelled");
        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessageContaining("silent has not answered within"));
    }

    @Test
    void an_overdue_call_whose_cancellation_fails_has_failed_like_any_other() {
        Mono<Void> uncancellable = Mono.create(sink -> sink.onCancel(() -> {
            throw new IllegalStateException("The connection is closed");
        }));
        SinkWriter hasty = writer(uncancellable, Duration.ofNanos(1));
        hasty.write(List.of(), 1);
        hasty.write(List.of(), 1);

        await().atMost(TIMEOUT).pollInSameThread().until(() -> {
            hasty.giveUpOverdue();
            return failures.size() == 2;
        });

        assertThat(hasty.inflight()).isZero();
    }
}
