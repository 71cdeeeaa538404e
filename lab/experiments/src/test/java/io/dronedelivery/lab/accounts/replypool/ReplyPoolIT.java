package io.dronedelivery.lab.accounts.replypool;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Pools of Service Bus, empty and sized, in the profile for a build. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class ReplyPoolIT {

    private static LabRun lab;

    @BeforeAll
    static void run_on_service_bus() throws Exception {
        lab = LabRun.of("reply-pool", "servicebus");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).as(lab.table()).isZero();
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .containsExactly(
                        "The experiment was run to its end",
                        "servicebus: Cold, 4: every number comes back doubled",
                        "servicebus: Cold, 4: a channel for each user at most, each opened by a request",
                        "servicebus: Again, 4: every number comes back doubled",
                        "servicebus: Again, 4: no channel is opened",
                        "servicebus: Sized, 4: every number comes back doubled",
                        "servicebus: Sized, 4: no channel is opened",
                        "servicebus: Empty, 4: every number comes back doubled",
                        "servicebus: Empty, 4: a channel for each user at most, each opened by a request");
    }

    @Test
    void all_figures_are_reported() {
        assertThat(lab.table())
                .contains(
                        "| servicebus: Cold, 4 |",
                        "| servicebus: Sized, 4 |",
                        "| servicebus: Empty, 4 |",
                        "invoice.pricing.pool.min");
        assertThat(lab.runs()).hasSize(4);
        assertThat(lab.runs())
                .allMatch(run ->
                        run.path("modelled").path("attachLatency").asString("").equals("300ms"));
        assertThat(lab.runs().get(0).at("/measured/channels").asInt(-1)).isZero();
        JsonNode sized = lab.runs().get(2).path("measured");
        assertThat(sized.at("/rounds/0/percentiles")).hasSize(9);
        assertThat(sized.path("channels").asInt(0)).isBetween(1, 4);
        assertThat(lab.results().path("inputs")).isNotEmpty().allMatch(JsonNode::isString);
        assertThat(lab.page()).contains("<h1>reply-pool</h1>", "echarts").doesNotContain("src=\"http");
    }
}
