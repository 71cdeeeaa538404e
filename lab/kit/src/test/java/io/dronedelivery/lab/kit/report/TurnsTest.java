package io.dronedelivery.lab.kit.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.kit.process.Children;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final Children children = new Children();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<List<String>> told = new ArrayList<>();
    private final List<Tests> courses = new ArrayList<>();

    @AfterEach
    void stop() {
        children.close();
    }

    @Test
    void results_are_told_before_the_first_test_and_after_each_in_the_order_of_the_tests() throws Exception {
        run((test, progress) -> test + "!");

        assertThat(told).containsExactly(List.of(), List.of("Before!"), List.of("Before!", "After!"));
        assertThat(courses)
                .extracting(Tests::finished)
                .containsExactly(List.of(), List.of("Before"), List.of("Before", "After"));
        assertThat(courses)
                .allMatch(course -> course.planned().equals(List.of("Before", "After"))
                        && course.failed().isEmpty());
    }

    @Test
    void a_test_that_throws_is_told_with_the_kind_of_failure_and_the_next_one_is_run() throws Exception {
        run((test, progress) -> {
            if (test.equals("Before")) {
                throw new IOException("the broker is away");
            }
            return test + "!";
        });

        assertThat(told).containsExactly(List.of(), List.of(), List.of("After!"));
        assertThat(courses.get(2).finished()).containsExactly("After");
        assertThat(courses.get(2).failed()).isEqualTo(Map.of("Before", "java.io.IOException: the broker is away"));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("[1/2, about 60 min left] Before failed: java.io.IOException: the broker is away");
    }

    @Test
    void a_last_test_that_throws_leaves_the_runs_of_those_before_it() throws Exception {
        run((test, progress) -> {
            if (test.equals("After")) {
                throw new AssertionError();
            }
            return test + "!";
        });

        assertThat(told).containsExactly(List.of(), List.of("Before!"), List.of("Before!"));
        assertThat(courses.get(2).failed()).isEqualTo(Map.of("After", "java.lang.AssertionError"));
    }

    @Test
    void what_a_test_throws_when_the_processes_are_being_stopped_ends_the_experiment_and_is_no_failure() {
        assertThatThrownBy(() -> run((test, progress) -> {
                    children.close(); // as Ctrl-C does
                    throw new IOException("the stack is gone");
                }))
                .isInstanceOf(InterruptedException.class)
                .hasRootCauseMessage("the stack is gone");
        assertThat(courses).hasSize(1).allMatch(Tests::areRunning);
    }

    @Test
    void a_test_that_is_interrupted_ends_the_experiment() {
        assertThatThrownBy(() -> run((test, progress) -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(courses).hasSize(1);
    }

    private List<Check> run(Turns.Test<String, String> test) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return Turns.run(
                children,
                List.of("Before", "After"),
                UnaryOperator.identity(),
                2,
                Duration.ofHours(1),
                out,
                test,
                (runs, tests) -> {
                    told.add(runs);
                    courses.add(tests);
                    return List.of();
                });
    }
}
