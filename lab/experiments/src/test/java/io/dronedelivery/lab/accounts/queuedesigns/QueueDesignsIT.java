package io.dronedelivery.lab.accounts.queuedesigns;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** A queue on a broker and the one without room, in the profile for a build. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class QueueDesignsIT {

    private static LabRun lab;

    @BeforeAll
    static void run_kafka_and_the_small_queue() throws Exception {
        lab = LabRun.of("queue-designs", "kafka,memory-small");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).as(lab.table()).isZero();
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .containsExactly(
                        "The experiment was run to its end",
                        "kafka: all of 50 requests are served",
                        "kafka: all of 200 requests are served",
                        "kafka: all requests are served, also when a worker is killed",
                        "memory-small: each request is served or refused with 503 and Retry-After",
                        "memory-small: callers who come back after Retry-After are all served");
    }

    @Test
    void all_figures_are_reported() {
        assertThat(lab.table())
                .contains("| 1 | ", "| kafka | 200 requests | 200 of 200 |", "| 1,000 | 1,000 | 154.5 |");
        assertThat(lab.runs()).hasSize(2);
        JsonNode measured = lab.runs().get(0).path("measured");
        JsonNode round = measured.path("sizes").get(1).path("rounds").get(0);
        assertThat(round.path("statuses").path("200").intValue()).isEqualTo(200);
        assertThat(round.propertyNames())
                .contains("statuses", "min", "max", "avg", "count", "rate", "start", "total_time", "percentiles");
        assertThat(measured.path("killed").path("restarts").intValue()).isPositive();
        assertThat(lab.results().path("inputs")).isNotEmpty().allMatch(JsonNode::isString);
        assertThat(lab.page()).contains("<h1>queue-designs</h1>", "Ranking").doesNotContain("src=\"http");
    }
}
