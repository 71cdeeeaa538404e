package io.dronedelivery.servicekit.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A clock that is set by hand, and trace ids from a seeded generator: the same figures in every run. */
class SamplingRateTest {

    private static final int PER_SECOND = 5;

    private final AtomicLong clock = new AtomicLong();
    private final SamplingRate rate = new SamplingRate(PER_SECOND, clock::get);
    private final Random random = new Random(4711);

    @Test
    void every_trace_is_kept_while_there_are_fewer_than_asked_for() {
        assertThat(keptOf(10, 4)).isEqualTo(40);
    }

    @Test
    void many_traces_are_thinned_to_the_rate() {
        keptOf(5, 2_000);

        assertThat(keptOf(100, 2_000) / 100.0).isCloseTo(PER_SECOND, Offset.offset(1.0));
    }

    @Test
    void a_burst_after_silence_brings_dozens_and_not_thousands() {
        keptOf(5, 0);

        assertThat(keptOf(1, 100_000)).isBetween(PER_SECOND, 20 * PER_SECOND);
    }

    @Test
    void after_the_load_all_are_kept_again() {
        keptOf(5, 2_000);
        keptOf(60, 1);

        assertThat(keptOf(10, 2)).isEqualTo(20);
    }

    @Test
    void a_kept_trace_carries_the_share_that_it_was_kept_with() {
        keptOf(5, 2_000);

        TraceState state = rate.get().kept().getUpdatedTraceState(TraceState.getDefault());

        assertThat(SampledShare.of(state).kept().getAttributes().asMap().values())
                .singleElement()
                .satisfies(percentage -> assertThat((double) percentage).isCloseTo(0.25, Offset.offset(0.01)));
    }

    /** @return how many of so many traces a second were kept in so many seconds */
    private int keptOf(int seconds, int traces) {
        int kept = 0;
        for (int second = 0; second < seconds; second++) {
            for (int trace = 0; trace < traces; trace++) {
                clock.addAndGet(TimeUnit.SECONDS.toNanos(1) / traces);
                if (rate.get().decide(traceId()).getDecision() == SamplingDecision.RECORD_AND_SAMPLE) {
                    kept++;
                }
            }
            if (traces == 0) {
                clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
                rate.get();
            }
        }
        return kept;
    }

    private String traceId() {
        return "%016x%016x".formatted(random.nextLong(), random.nextLong());
    }
}
