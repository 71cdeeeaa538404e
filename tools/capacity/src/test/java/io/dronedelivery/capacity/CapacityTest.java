package io.dronedelivery.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {

    @TempDir
    Path folder;

    @Test
    void page_in_the_documentation_is_the_one_that_is_made() throws IOException {
        Path made = folder.resolve("capacity.md");
        Capacity.run("--page", made.toString());

        assertThat(Files.readString(Path.of("..", "..", "docs", "capacity.md")))
                .as("make it anew with the command in its first lines")
                .isEqualTo(Files.readString(made));
    }

    @Test
    void any_loads_are_columns() {
        assertThat(Capacity.run("--requests", "25000,50000")).contains("| requests/s | 25,000 | 50,000 |");
    }

    @Test
    void another_cost_changes_what_is_needed() {
        assertThat(Capacity.run("--requests", "100000", "--cpu.read.gateway", "1000"))
                .isNotEqualTo(Capacity.run("--requests", "100000"));
    }

    @Test
    void prices_make_an_amount_of_the_formula() throws IOException {
        Inputs inputs = Inputs.shipped();
        String prices = Cost.quantities(Need.of(1_000, inputs), inputs, false).keySet().stream()
                .map(name -> name + " = 2 | today, made up")
                .collect(Collectors.joining("\n"));
        Path file = Files.writeString(folder.resolve("prices"), prices);
        double sum = Cost.quantities(Need.of(1_000, inputs), inputs, false).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();

        assertThat(Capacity.run("--requests", "1000", "--prices", file.toString()))
                .contains("| **a month, all cells** | " + Numbers.whole(2 * sum) + " |");
    }

    @Test
    void price_that_is_missing_is_named() throws IOException {
        Path file = Files.writeString(folder.resolve("prices"), "node-month = 100 | today, made up");

        assertThatThrownBy(() -> Capacity.run("--requests", "1000", "--prices", file.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("100-ru-month");
    }

    @Test
    void price_without_a_source_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("prices"), "node-month = 100 |");

        assertThatThrownBy(() -> Capacity.run("--requests", "1000", "--prices", file.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("node-month has no source");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--requests -5     | number above 0",
                "--requests many   | number above 0",
                "--requests NaN    | number above 0",
                "--requests        | has no value",
                "requests 5        | is no option",
                "--cpu.reed 5      | inputs are share.posts",
                "--share.posts 20  | at most 1",
                "--prices nowhere  | cannot be read",
            })
    void wrong_argument_is_told_with_what_is_allowed(String arguments, String message) {
        assertThatThrownBy(() -> Capacity.run(arguments.strip().split(" ")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void every_input_has_a_source() {
        assertThat(Inputs.shipped().values().values())
                .allSatisfy(input -> assertThat(input.source()).isNotBlank());
    }
}
