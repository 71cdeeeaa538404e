package io.dronedelivery.lab.accounts.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A curve and the autoscaler, in the profile for a build. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class ScaleOutIT {

    private static LabRun lab;

    @BeforeAll
    static void run_a_curve_and_the_autoscaler() throws Exception {
        lab = LabRun.of("scale-out", "users-10,autoscaler");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).as(lab.table()).isZero();
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .containsExactly(
                        "The experiment was run to its end",
                        "Users 10: every number comes back doubled",
                        "Users 10: the knee is found",
                        "Autoscaler: every number comes back doubled",
                        "Autoscaler: workers are added under load, with a reason",
                        "Autoscaler: without load they go down to one",
                        "Autoscaler: never more than the maximum, and each change is explained");
    }

    @Test
    void all_figures_are_reported() {
        JsonNode curve = lab.runs().get(0);
        assertThat(curve.at("/measured/points")).hasSize(3);
        assertThat(curve.path("recommended").path(0).asString("")).startsWith("invoice.pricing.workers.count=");
        assertThat(lab.table()).contains("| Users 10 | 4 |", "`invoice.pricing.workers.count=", "- from 1 to 2: ");
        JsonNode followed = lab.runs().get(1).path("measured");
        assertThat(followed.path("workers").size())
                .isEqualTo(followed.path("seconds").size())
                .isGreaterThan(2);
        assertThat(lab.results().path("inputs")).isNotEmpty().allMatch(JsonNode::isString);
        assertThat(lab.page()).contains("<h1>scale-out</h1>", "echarts").doesNotContain("src=\"http");
    }
}
