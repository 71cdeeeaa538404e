package io.dronedelivery.servicekit.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What a caller may write into {@code X-Request-Timeout-Ms}. */
class DeadlineHeaderPropertyTest {

    @Property(tries = 1_000, seed = "17")
    void the_time_that_is_written_is_the_time_that_remains(
            @ForAll @IntRange(min = 1, max = Deadline.MAX_MILLIS) int millis) {
        long before = System.nanoTime();
        Deadline deadline = Deadline.parse(Integer.toString(millis));
        Duration remaining = deadline.remaining();
        Duration passed = Duration.ofNanos(System.nanoTime() - before);

        Duration written = Duration.ofMillis(millis);
        assertThat(remaining).isLessThanOrEqualTo(written).isGreaterThanOrEqualTo(written.minus(passed));
        assertThat(deadline.remainingMillis()).isBetween(0L, (long) millis);
    }

    @Property(tries = 5_000, seed = "17")
    void a_header_is_read_exactly_when_it_is_a_whole_number_within_the_limits(@ForAll("headers") String header) {
        boolean allowed = header.matches("[0-9]{1,7}")
                && Integer.parseInt(header) >= 1
                && Integer.parseInt(header) <= Deadline.MAX_MILLIS;

        ProblemException refusal = catchThrowableOfType(ProblemException.class, () -> Deadline.parse(header));

        assertThat(refusal == null).as("'%s'", header).isEqualTo(allowed);
        if (refusal != null) {
            assertThat(refusal.getBody().toString()).contains(Deadline.HEADER);
        }
    }

    @Provide
    Arbitrary<String> headers() {
        return Arbitraries.oneOf(
                Arbitraries.integers().map(String::valueOf),
                Arbitraries.integers().between(-2, 2).map(n -> Integer.toString(Deadline.MAX_MILLIS + n)),
                Arbitraries.integers().between(-2, 2).map(String::valueOf),
                Arbitraries.of("0000001", "00000001", "4294967297", "18446744073709551617", "9".repeat(40)),
                Arbitraries.strings().withChars("0123456789-+ .e٣\u0000").ofMaxLength(9));
    }
}
