package io.dronedelivery.loadtest.lab.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.labreport.Check;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final List<List<String>> told = new ArrayList<>();
    private final List<List<String>> finished = new ArrayList<>();

    @Test
    void results_are_told_before_the_first_test_and_after_each_in_the_order_of_the_tests() throws Exception {
        run((test, progress) -> test + "!");

        assertThat(told).containsExactly(List.of(), List.of("Before!"), List.of("Before!", "After!"));
        assertThat(finished).containsExactly(List.of(), List.of("Before"), List.of("Before", "After"));
    }

    @Test
    void failure_has_the_message_of_the_test_that_failed() {
        assertThatThrownBy(() -> run((test, progress) -> {
                    throw new IOException("the broker is away");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the broker is away");
    }

    @Test
    void failure_without_a_message_is_told_by_the_name_of_the_test_and_its_kind() {
        assertThatThrownBy(() -> run((test, progress) -> {
                    if (test.equals("After")) {
                        throw new IOException();
                    }
                    return test;
                }))
                .hasMessage("After: java.io.IOException");
    }

    private List<Check> run(Turns.Test<String, String> test) throws IOException, InterruptedException {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        return Turns.run(List.of("Before", "After"), UnaryOperator.identity(), 2, nowhere, test, (runs, tests) -> {
            told.add(runs);
            finished.add(tests.finished());
            return List.of();
        });
    }
}
