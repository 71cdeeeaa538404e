package io.dronedelivery.lab.accounts.stepload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.dronedelivery.lab.accounts.LabRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** The article's four tests in the profile for a build, as the command runs them. What depends on the machine's speed is not asked. */
@Tag("whole")
@ResourceLock(LabRun.STACKS)
class StepLoadIT {

    private static LabRun lab;

    @BeforeAll
    static void run_the_four_tests() throws Exception {
        lab = LabRun.of("step-load", "1,2,3,4");
    }

    @Test
    void every_check_that_holds_on_any_machine_is_made_and_holds() {
        assertThat(lab.code()).isZero();
        assertThat(lab.checks())
                .allSatisfy(check -> assertThat(check.path("holds").asBoolean(false))
                        .as(check.toString())
                        .isTrue());
        assertThat(lab.checks())
                .extracting(check -> check.path("name").asString(""))
                .contains(
                        "The experiment was run to its end",
                        "No error reaches the client",
                        "Nothing of the telemetry was dropped: as many calls as drone-service counted",
                        "No 429 in Test 2",
                        "No 429 in Test 3",
                        "No 429 in Test 4",
                        "9 calls an operation in Test 2",
                        "About 9 calls an operation in Test 3",
                        "Exactly 1 call an operation in Test 4",
                        "RU an operation equal in Tests 1 to 3",
                        "RU an operation in Test 4 at most a sixth of Test 3",
                        "The transaction of Test 2 shows a staircase",
                        "The transaction of Test 4 shows one call",
                        "Test 1: RU an operation within 5 % of the original",
                        "Test 4: RU an operation within 5 % of the original")
                .noneMatch(name -> name.contains("hroughput"));
    }

    @Test
    void each_test_has_the_settings_of_its_own() {
        assertThat(lab.runs())
                .extracting(
                        run -> run.path("name").asString(""),
                        run -> setting(run, "throughput"),
                        run -> setting(run, "partitionKey"),
                        run -> setting(run, "parallelism"))
                .containsExactly(
                        tuple("Test 1", "900", "/id", "1"),
                        tuple("Test 2", "2500", "/id", "1"),
                        tuple("Test 3", "2500", "/id", "9"),
                        tuple("Test 4", "2500", "/ownerId", "9"));
    }

    @Test
    void nine_partitions_are_asked_at_the_same_time_in_test_3_alone() {
        assertThat(lab.runs())
                .extracting(
                        run -> Shape.of(run.path("measured").path("telemetry").path("transaction")))
                .satisfiesExactly(
                        test1 -> assertThat(test1.overlapping()).isZero(),
                        test2 -> assertThat(test2.overlapping()).isZero(),
                        test3 -> assertThat(test3.overlapping()).isPositive(),
                        test4 -> assertThat(test4.overlapping()).isZero());
    }

    @Test
    void all_figures_are_reported() {
        assertThat(lab.table()).contains("| Test 1 | Test 2 | Test 3 | Test 4 |");
        assertThat(lab.table().lines().filter(line -> line.startsWith("|")))
                .hasSizeGreaterThan(30)
                .noneMatch(line -> line.contains("–"));
        assertThat(lab.runs()).allSatisfy(run -> {
            assertThat(run.path("ceiling").asDouble(0)).isPositive();
            assertThat(run.path("measured").path("successful").asLong(0)).isPositive();
            assertThat(run.path("measured").path("telemetry").path("partitions"))
                    .hasSize(StepLoadTest.PARTITIONS);
            assertThat(run.path("measured").path("finding")).isNotEmpty();
        });
        assertThat(lab.page()).contains("echarts").doesNotContain("src=\"http");
    }

    private static String setting(JsonNode run, String name) {
        return run.path("settings").path(name).asString("");
    }
}
