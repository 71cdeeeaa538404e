package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadReportTest {

    @TempDir
    Path directory;

    @Test
    void the_answers_during_and_after_the_overload_are_compared_with_those_before() throws Exception {
        OverloadReport report = report(145, 0, 0, 0, 0, 0, 150, 155, 160);
        report.tell();

        assertThat(report.isWithinLimit()).isTrue();
        assertThat(directory.resolve("results.md"))
                .content()
                .contains("Of the good answers before, 90.6 % were given during the overload (bar: 90 %) "
                        + "and 96.9 % from 5 s after it (bar: 95 %).");
    }

    @Test
    void too_few_answers_during_the_overload_miss_the_limit() {
        assertThat(report(143, 160, 160, 160, 160, 160, 160).isWithinLimit()).isFalse();
    }

    @Test
    void a_gateway_that_does_not_recover_in_five_seconds_misses_the_limit() {
        assertThat(report(160, 160, 160, 160, 160, 160, 150, 150).isWithinLimit())
                .isFalse();
    }

    @Test
    void a_phase_is_longer_than_the_time_to_recover() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OverloadOptions.parse("--seconds=5"))
                .withMessage("--seconds must be a whole number from 6 to 600, not '5'");
    }

    private OverloadReport report(double during, long... after) {
        OverloadOptions options = OverloadOptions.parse("--start", "--limit=90", "--output=" + directory);
        return new OverloadReport(
                OverloadReport.about(options, options.target()),
                options,
                phase("before", 160),
                phase("overload", during),
                phase("after", 160, after));
    }

    private static Phase phase(String name, double good, long... bySecond) {
        return new Phase(name, 16, good, 4, 9, 0, 0, 0, 0, 0, 0, 0, 20, Map.of(), bySecond);
    }
}
