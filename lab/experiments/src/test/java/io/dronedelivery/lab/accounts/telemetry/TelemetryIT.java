package io.dronedelivery.lab.accounts.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A steady rate beside Kafka's own tools, and the broker that goes away, in the profile for a build. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class TelemetryIT {

    private static LabRun lab;

    @BeforeAll
    static void run_a_steady_rate_and_an_outage() throws Exception {
        lab = LabRun.of("telemetry", "12300,outage");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).as(lab.table()).isZero();
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .containsExactly(
                        "The experiment was run to its end",
                        "12,300: every message that was acknowledged is in the archive",
                        "12,300: no message failed",
                        "12,300: and is there once",
                        "12,300: no message is rejected",
                        "12,300: the times are those of the messages after the warm-up",
                        "Outage: every message that was acknowledged is in the archive",
                        "Outage: no message is rejected",
                        "Outage: the times are those of the messages after the warm-up",
                        "Outage: no message is given up while the broker is away");
    }

    @Test
    void all_figures_are_reported() {
        assertThat(lab.table()).contains("| 12,300 | archived |", "ProducerPerformance", "EndToEndLatency");
        assertThat(lab.runs()).hasSize(2);
        JsonNode measured = lab.runs().get(0).path("measured");
        assertThat(measured.path("simulator").path("acknowledged").asLong()).isPositive();
        assertThat(measured.path("seconds").path("acknowledged")).isNotEmpty();
        assertThat(measured.path("stock").path("perSecond").asDouble()).isPositive();
        assertThat(lab.runs().get(1).path("measured").path("away").asDouble()).isPositive();
        assertThat(lab.page()).contains("<h1>telemetry</h1>", "echarts").doesNotContain("src=\"http");
    }
}
