package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.lab.comparisons.command.Command;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SickReportTest {

    @TempDir
    Path directory;

    @Test
    void what_a_sick_backend_costs_is_compared_with_what_one_costs_that_is_well() throws Exception {
        SickReport report = report(new double[] {20, 22, 24}, new double[] {26, 23, 90}, answered(1020));

        assertThat(report.risePercent(Ailment.HANGS)).isCloseTo(18.2, within(0.1));
        assertThat(report.latestBeyondDeadline(Ailment.HANGS)).isCloseTo(20, within(0.1));
        assertThat(report.tell()).isFalse();
        assertThat(directory.resolve("results.md"))
                .content()
                .contains("| is well | 100.0 | 4.0 | 22.0 (20.0 to 24.0) |  |")
                .contains("| hangs | 100.0 | 4.0 | 26.0 (23.0 to 90.0) | 18.2 % |")
                .contains("| hangs | required | 0.0 | 5.0 | 21 | 0 | 20 |");
    }

    @Test
    void a_rise_within_the_limit_is_none() throws Exception {
        assertThat(report(new double[] {20}, new double[] {21.9}, answered(1050))
                        .tell())
                .isTrue();
    }

    @Test
    void an_answer_too_long_after_the_deadline_is_beyond_every_limit() throws Exception {
        assertThat(report(new double[] {20}, new double[] {20}, answered(1051)).tell())
                .isFalse();
    }

    @Test
    void who_is_never_answered_is_not_in_time() throws Exception {
        AnswerCounts.Phase unanswered =
                new AnswerCounts.Phase("needed", 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), new long[0]);

        assertThat(report(new double[] {20}, new double[] {20}, unanswered).tell())
                .isFalse();
    }

    @Test
    void callers_whose_questions_are_not_answered_are_not_quick() throws Exception {
        SickReport report = new SickReport("somewhere", options());
        report.add(null, phase(100, 20));
        report.add(Ailment.NONE, phase(100, 20));
        report.needed(Ailment.NONE, answered(10));
        report.wanted(Ailment.NONE, answered(10));
        report.add(Ailment.HANGS, phase(94, 20));
        report.needed(Ailment.HANGS, answered(1000));
        report.wanted(Ailment.HANGS, answered(1000));

        assertThat(report.tell()).isFalse();
    }

    @Test
    void a_connection_that_is_broken_off_is_beyond_every_limit() throws Exception {
        AnswerCounts.Phase broken =
                new AnswerCounts.Phase("needed", 20, 0, 0, 0, 0, 0, 5, 1, 1, 7, 1, 1000, Map.of(), new long[0]);

        assertThat(report(new double[] {20}, new double[] {20}, broken).tell()).isFalse();
    }

    @Test
    void who_gets_the_rest_late_is_late_as_well() throws Exception {
        SickReport report = report(new double[] {20}, new double[] {20}, answered(1000));
        report.wanted(Ailment.HANGS, answered(1051));

        assertThat(report.latestBeyondDeadline(Ailment.HANGS)).isCloseTo(51, within(0.1));
        assertThat(report.tell()).isFalse();
    }

    @Test
    void the_run_ends_with_1_beyond_the_limit_with_0_without_one_and_with_2_for_options_that_are_wrong() {
        assertThat(exitCode("--limit=10", "--ailments=hangs")).isEqualTo(1);
        assertThat(exitCode("--limit=400", "--ailments=hangs")).isZero();
        assertThat(exitCode("--ailments=hangs")).isZero();
        assertThat(exitCode("--limit=0")).isEqualTo(2);
        assertThat(exitCode("--ailments=")).isEqualTo(2);
        assertThat(exitCode("--sick=1")).isEqualTo(2);
        assertThat(exitCode("--deadline=99")).isEqualTo(2);
    }

    /** Of a run in which the p99 beside the sick backend was five times as high. */
    private int exitCode(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--output=" + directory;
        return Command.exitCode(
                SickOptions.HELP,
                SickOptions::parse,
                options -> report(options, new double[] {20}, new double[] {100}, answered(1000))
                        .tell(),
                all);
    }

    @Test
    void no_question_waits_for_the_answer_before_it() {
        SickOptions options = SickOptions.parse("--sick=40", "--deadline=1000");

        assertThat(options.sickCallers()).isEqualTo(40);
        assertThat(options.sickInterval()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void an_ailment_that_nobody_knows_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SickOptions.parse("--ailments=hangs,sleeps"))
                .withMessageContaining("--ailments must be one of hangs, resets, drips, fails, garbage, not 'sleeps'");
    }

    private SickOptions options() {
        return SickOptions.parse("--limit=10", "--ailments=hangs", "--output=" + directory);
    }

    private SickReport report(double[] well, double[] hangs, AnswerCounts.Phase others) {
        return report(options(), well, hangs, others);
    }

    private static SickReport report(SickOptions options, double[] well, double[] hangs, AnswerCounts.Phase others) {
        SickReport report = new SickReport("somewhere", options);
        for (int round = 0; round < well.length; round++) {
            report.add(null, phase(100, 10));
            report.add(Ailment.NONE, phase(100, well[round]));
            report.needed(Ailment.NONE, answered(10));
            report.wanted(Ailment.NONE, answered(10));
            report.add(Ailment.HANGS, phase(100, hangs[round]));
            report.needed(Ailment.HANGS, round == 0 ? others : answered(1000));
            report.wanted(Ailment.HANGS, answered(1000));
        }
        return report;
    }

    private static AnswerCounts.Phase phase(double answers, double p99) {
        return new AnswerCounts.Phase("healthy", 8, answers, 4, p99, 0, 0, 0, 0, 0, 0, 0, p99, Map.of(), new long[0]);
    }

    /** Five of them refused a second, and seven in another way. */
    private static AnswerCounts.Phase answered(double latest) {
        return new AnswerCounts.Phase("others", 20, 0, 0, 0, 0, 0, 5, 1, 1, 7, 0, latest, Map.of(), new long[0]);
    }
}
