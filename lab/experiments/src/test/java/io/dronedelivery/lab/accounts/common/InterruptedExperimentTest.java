package io.dronedelivery.lab.accounts.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InterruptedExperimentTest {

    @TempDir
    private Path output;

    @Test
    void rounds_of_the_test_that_was_interrupted_are_kept() throws IOException {
        assertThatThrownBy(() -> new Rounds(output).run(new PrintStream(new ByteArrayOutputStream())))
                .isInstanceOf(InterruptedException.class);

        JsonNode results =
                new JsonMapper().readTree(output.resolve("rounds/results.json").toFile());
        assertThat(results.at("/tests/interrupted").asBoolean()).isTrue();
        assertThat(results.at("/tests/finished").valueStream().map(JsonNode::asString))
                .containsExactly("whole");
        assertThat(results.path("runs").valueStream().map(JsonNode::toString))
                .containsExactly("{\"rounds\":[1,2,3]}", "{\"rounds\":[1,2]}");
        assertThat(results.path("checks").toString()).contains("The experiment was run to its end");
    }

    /** Of three rounds, in the last of which a test of another name than "whole" is interrupted. */
    private static final class Rounds extends Experiment<String, List<Integer>> {

        Rounds(Path output) {
            super(
                    "rounds",
                    Duration.ofSeconds(1),
                    List.of(),
                    new LabSettings(LabProfile.BUILD, output, List.of(), List.of(), output, "", output),
                    List.of("whole", "broken off"),
                    UnaryOperator.identity());
        }

        @Override
        protected List<Integer> run(String test, Children children, Progress.OfTest told) throws InterruptedException {
            keep(test, List.of(1));
            keep(test, List.of(1, 2));
            if (!test.equals("whole")) {
                throw new InterruptedException();
            }
            return List.of(1, 2, 3);
        }

        @Override
        protected Stream<Map<String, Object>> json(List<Integer> run) {
            return Stream.of(Map.of("rounds", run));
        }

        @Override
        protected List<Check> checks(List<List<Integer>> runs) {
            return List.of();
        }

        @Override
        protected String tables(List<List<Integer>> runs) {
            return "";
        }
    }
}
