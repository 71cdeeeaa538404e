package io.dronedelivery.lab.accounts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** The published account's two halves, the dispatcher without a sink and at full speed, in the profile for a build. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class DispatchIT {

    private static LabRun lab;

    @BeforeAll
    static void run_before_after_neither_and_full_speed() throws Exception {
        lab = LabRun.of("dispatch", "before,after,neither,full-speed");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).as(lab.table()).isZero();
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .containsExactly(
                        "The experiment was run to its end",
                        "Before: every message that was accepted was sent or counted as failed",
                        "Before: messages fail",
                        "Before: no more connections than the gateway lets through",
                        "After: every message that was accepted was sent or counted as failed",
                        "After: no message fails",
                        "After: at most 40 connections to the broker, at least 10 of them kept",
                        "Neither: the application refuses to start and names the setting",
                        "Full speed, dispatcher, single sends: messages are sent",
                        "Full speed, dispatcher as it comes, up to 100 messages in a transfer: messages are sent");
    }

    @Test
    void all_figures_are_reported() {
        assertThat(lab.table())
                .contains("| Before | 8 messages a second, a connection for each |", "| Neither |", "/ 9,627 |");
        assertThat(lab.runs()).hasSize(4);
        JsonNode measured = lab.runs().get(0).path("measured");
        assertThat(measured.path("latency")).hasSize(6);
        assertThat(measured.path("queued").size())
                .isEqualTo(measured.path("connections").size())
                .isGreaterThan(8);
        assertThat(lab.runs().get(2).path("refusal").asString("")).contains("messaging.dispatch.sinks");
        assertThat(lab.runs().get(3).path("rates")).hasSize(4);
        assertThat(lab.results().path("inputs")).isNotEmpty().allMatch(JsonNode::isString);
        assertThat(lab.page()).contains("<h1>dispatch</h1>", "echarts").doesNotContain("src=\"http");
    }
}
