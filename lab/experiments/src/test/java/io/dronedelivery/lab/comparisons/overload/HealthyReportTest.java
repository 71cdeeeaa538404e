package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.comparisons.overload.HealthyOptions.Row;
import io.dronedelivery.lab.comparisons.overload.HealthyReport.HealthyLine;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthyReportTest {

    @TempDir
    Path directory;

    private HealthyReport report() {
        return new HealthyReport(HealthyOptions.parse("--output=" + directory));
    }

    @Test
    void a_gateway_that_refuses_nobody_keeps_each_bar() throws Exception {
        HealthyReport report = report();
        report.cold(new Row(3, 64), line(64, 500, Map.of(200, 15_000L)));
        report.gateway(new Row(3, 64), line(64, 2000, Map.of(200, 16_000L)));
        report.peer("bare", new Row(3, 64), line(64, 3000, Map.of(200, 16_000L, 500, 8_000L)));
        report.beside(new Row(3, 256), line(256, 2000, Map.of(503, 1_000L)), line(1, 19, Map.of(200, 152L, 503, 8L)));

        assertThat(report.tell()).isTrue();
        assertThat(directory.resolve("results.md"))
                .content()
                .contains("| gateway | 3 | 64 | 2000 | 0 | 0 | 0 | 4.0, 9.0 | 7 | fast 100 (80, 0) |")
                .contains("Each bar is kept.");
        assertThat(directory.resolve("results.json")).isNotEmptyFile();
    }

    @Test
    void a_single_refusal_is_too_many_where_the_connections_are_few() throws Exception {
        HealthyReport report = report();
        report.gateway(new Row(3, 64), line(64, 2000, Map.of(200, 16_000L, 503, 1L)));
        report.gateway(new Row(3, 256), line(256, 2000, Map.of(200, 15_999L, 504, 1L)));
        report.gateway(new Row(3, 16), line(16, 2000, Map.of(200, 15_998L, 502, 2L)));

        assertThat(report.tell()).isFalse();
        assertThat(report.misses())
                .containsExactly(
                        "gateway, 3 parts, 64 connections: of 16001 requests 1 were refused (503), 0 timed out (504)"
                                + " and 0 failed, where none may",
                        "gateway, 3 parts, 256 connections: of 16000 requests 0 were refused (503), 1 timed out (504)"
                                + " and 0 failed, where none may",
                        "gateway, 3 parts, 16 connections: of 16000 requests 0 were refused (503), 0 timed out (504)"
                                + " and 2 failed, where none may");
        assertThat(directory.resolve("results.md")).content().contains("- gateway, 3 parts, 64 connections: of 16001");
    }

    @Test
    void with_more_connections_than_can_be_answered_in_half_of_the_deadline_refusals_are_right_and_the_answers_stay() {
        HealthyReport report = report();
        report.gateway(new Row(3, 64), line(64, 1000, Map.of(200, 8_000L)));
        report.gateway(new Row(3, 2048), line(2048, 901, Map.of(200, 7_208L, 503, 9_000L)));

        assertThat(report.misses()).isEmpty();

        report.gateway(new Row(3, 4096), line(4096, 899, Map.of(200, 7_192L, 503, 9_000L)));

        assertThat(report.misses())
                .containsExactly(
                        "gateway, 3 parts, 4096 connections: 899 good answers a second, fewer than 90 % of the best"
                                + " row's 1000; of 16192 requests 9000 were refused (503), 0 timed out (504) and 0"
                                + " failed");
    }

    @Test
    void a_row_is_compared_with_the_best_one_with_as_many_parts() {
        HealthyReport report = report();
        report.gateway(new Row(1, 16), line(16, 1300, Map.of(200, 10_400L)));
        report.gateway(new Row(3, 16), line(16, 700, Map.of(200, 5_600L)));
        report.gateway(new Row(3, 2048), line(2048, 700, Map.of(200, 5_600L)));

        assertThat(report.misses()).isEmpty();
    }

    @Test
    void a_gateway_that_refuses_nearly_everybody_is_no_measure_of_what_it_can_do() {
        HealthyReport report = report();
        report.gateway(new Row(3, 256), line(256, 10, Map.of(200, 80L, 503, 9_920L)));

        assertThat(report.misses())
                .containsExactly(
                        "gateway, 3 parts, 256 connections: 10 good answers a second, and no row with as many parts"
                                + " and fewer connections to compare them with; of 10000 requests 9920 were refused (503),"
                                + " 0 timed out (504) and 0 failed");
    }

    @Test
    void a_cold_gateway_refuses_nobody_however_slow_it_is() {
        HealthyReport report = report();
        report.cold(new Row(3, 64), line(64, 20, Map.of(200, 600L, 503, 1L)));

        assertThat(report.misses())
                .containsExactly(
                        "cold gateway, 3 parts, 64 connections: of 601 requests 1 were refused (503), 0 timed out"
                                + " (504) and 0 failed, where none may");
    }

    @Test
    void a_gateway_that_answers_nobody_misses_the_bar() {
        HealthyReport report = report();
        report.cold(new Row(3, 16), line(16, 0, Map.of()));
        report.gateway(new Row(1, 16), line(16, 0, Map.of()));

        assertThat(report.misses()).hasSize(2);
    }

    @Test
    void a_caller_beside_a_busy_one_who_gets_less_than_its_share_misses_the_bar() {
        HealthyReport report = report();
        report.beside(new Row(3, 256), line(256, 2000, Map.of()), line(1, 18, Map.of(200, 94L, 503, 6L)));

        assertThat(report.misses())
                .containsExactly(
                        "beside 256 connections of one caller another one got 94 of 100 answers, fewer than 95 %");
    }

    private static HealthyLine line(int connections, double good, Map<Integer, Long> statuses) {
        long other = statuses.entrySet().stream()
                .filter(status -> status.getKey() != 200 && status.getKey() != 503)
                .mapToLong(Map.Entry::getValue)
                .sum();
        Phase phase = new Phase("row", connections, good, 4, 9, 0, 0, 0, 0, 0, other, 0, 20, statuses, new long[0]);
        return new HealthyLine(phase, 7, "fast 100 (80, 0)");
    }
}
