package io.dronedelivery.gateway.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {

    private static final String CHAIN = """
            gateway:
              backends: { delivery: { contract: "" }, drone: { contract: "" }, invoice: { contract: "" } }
              cache: { max-size: 1MB }
              aggregations:
                chain:
                  path: /api/chain/{id}
                  access: public
                  deadline: 3s
                  variables: { detail: { required: false } }
                  parts:
                    first: { backend: delivery, path: "/x/{id}", timeout: 1s }
                    second:
                      backend: drone
                      path: "/y/{first.droneId}"
                      timeout: 2500ms
                      required: false
                      fallback: { backend: invoice, path: "/y" }
                      when: [ { variable: detail, in: [full, most] }, { value: first.status, present: true } ]
                    third:
                      backend: drone
                      path: "/z/{one}"
                      each: { variable: one, in: "first.flights[*].id", max: 7 }
                      required: false
                      cache: { ttl: 1s }
                      coalesce: true
            """;

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("chain.yml"), CHAIN).toString();
    }

    @Test
    void a_plan_says_what_waits_for_what_and_what_bounds_it() {
        CommandRun run = CommandRun.of("plan", "chain", file);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        "chain: GET /api/chain/{id}, 3000 ms at most",
                        "calls: 10 at most, 2 steps, the slowest chain 3000 ms at most",
                        "step 1",
                        "  first (optional): delivery GET /x/{id}, 1000 ms at most",
                        "step 2",
                        "  second (optional): drone GET /y/{first.droneId}, 2500 ms at most, after first, when variable detail"
                                + " is full or most, when first.status is present",
                        "  third (optional): drone GET /z/{one}, 2000 ms at most, after first, for each of at most 7 in"
                                + " first.flights[*].id, kept for each token, shared while it is made",
                        "backend delivery: 1 call at most",
                        "backend drone: 8 calls at most",
                        "backend invoice: 1 call at most");
    }

    @Test
    void a_plan_is_a_flowchart_of_mermaid() {
        CommandRun run = CommandRun.of("plan", "chain", file, "--format", "mermaid");

        assertThat(run.out().lines())
                .containsExactly(
                        "flowchart LR",
                        "    request([\"GET /api/chain/{id}<br/>3000 ms\"])",
                        "    part0[\"first<br/>delivery, 1000 ms\"]",
                        "    request -.-> part0",
                        "    part1[\"second<br/>drone, 2500 ms\"]",
                        "    part0 -.-> part1",
                        "    part2[\"third<br/>drone, 2000 ms\"]",
                        "    part0 -.-> part2");
    }

    @Test
    void an_unknown_aggregation_is_refused_with_the_known_ones() {
        CommandRun run = CommandRun.of("plan", "none", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("There is no aggregation 'none'").contains("chain");
    }

    @Test
    void faults_are_printed_in_place_of_a_plan() {
        CommandRun run = CommandRun.of("plan", "chain", file, "--gateway.aggregations.chain.parts.third.backend=x");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("gateway.aggregations.chain.parts.third.backend = x");
    }
}
