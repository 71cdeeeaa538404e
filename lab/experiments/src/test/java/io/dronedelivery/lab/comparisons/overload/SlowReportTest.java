package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dronedelivery.lab.comparisons.overload.SlowReport.Where;
import io.dronedelivery.lab.kit.load.AnswerCounts;
import io.dronedelivery.lab.kit.load.SlowSockets.Kind;
import io.dronedelivery.lab.kit.load.SlowSockets.Lives;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

class SlowReportTest {

    @TempDir
    Path directory;

    @Test
    void what_the_sockets_cost_at_the_gateway_is_compared_with_what_they_cost_at_a_bare_server() throws Exception {
        SlowReport report = report(0, new double[] {20, 22, 24}, new double[] {26, 23, 90});

        assertThat(report.risePercent(Where.BARE)).isCloseTo(18.2, within(0.1));
        assertThat(report.risePercent(Where.ALONE)).isCloseTo(160, within(0.1));
        assertThat(report.tell()).isFalse();
        assertThat(directory.resolve("results.md"))
                .content()
                .contains("| at a bare server | 40.0 | 4.0 | 22.0 (20.0 to 24.0) |")
                .contains("| a byte of the body a second | 7 | 3.0, 3.5 | 0 |");
        assertThat(new ObjectMapper()
                        .readTree(directory.resolve("results.json").toFile())
                        .at("/phases/GATEWAY/2/goodP99Millis")
                        .asDouble())
                .isEqualTo(90);
    }

    @Test
    void a_rise_within_the_limit_is_none() throws Exception {
        assertThat(report(0, new double[] {20}, new double[] {10.9}).tell()).isTrue();
    }

    @Test
    void callers_who_notice_the_sockets_as_much_at_a_bare_server_notice_them() throws Exception {
        assertThat(report(0, new double[] {20}, new double[] {20}).tell()).isFalse();
    }

    @Test
    void a_gateway_that_answers_nobody_is_not_quick() throws Exception {
        SlowReport report = new SlowReport("somewhere", SlowOptions.parse("--limit=10", "--output=" + directory));
        report.add(Where.ALONE, phase("alone", 10));
        report.add(Where.BARE, phase("beside", 10));
        report.add(
                Where.GATEWAY,
                new AnswerCounts.Phase("beside", 8, 0, 0, 0, 0, 0, 40, 1, 1, 0, 0, 0, Map.of(), new long[0]));

        assertThat(report.tell()).isFalse();
    }

    @Test
    void a_socket_that_is_never_closed_is_beyond_every_limit() throws Exception {
        assertThat(report(1, new double[] {10}, new double[] {10}).tell()).isFalse();
    }

    private SlowReport report(int stillOpen, double[] bareP99, double[] gatewayP99) throws IOException {
        SlowReport report = new SlowReport("somewhere", SlowOptions.parse("--limit=10", "--output=" + directory));
        for (int round = 0; round < bareP99.length; round++) {
            report.add(Where.ALONE, phase("alone", 10));
            report.opening(Where.BARE, phase("opening", 50));
            report.add(Where.BARE, phase("beside", bareP99[round]));
            report.opening(Where.GATEWAY, phase("opening", 50));
            report.add(Where.GATEWAY, phase("beside", gatewayP99[round]));
        }
        report.ended(Map.of(Kind.BODY, new Lives(7, stillOpen, 3, 3.5)));
        return report;
    }

    private static AnswerCounts.Phase phase(String name, double p99) {
        return new AnswerCounts.Phase(name, 8, 40, 4, p99, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), new long[0]);
    }
}
