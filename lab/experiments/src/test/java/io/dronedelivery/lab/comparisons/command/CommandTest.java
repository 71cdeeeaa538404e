package io.dronedelivery.lab.comparisons.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {

    @Test
    void a_run_within_its_limit_ends_with_0_and_one_outside_with_1() {
        assertThat(exitCode(options -> true)).isZero();
        assertThat(exitCode(options -> false)).isEqualTo(1);
    }

    @Test
    void a_run_that_failed_ends_with_1() {
        assertThat(exitCode(options -> {
                    throw new IOException("on purpose");
                }))
                .isEqualTo(1);
    }

    @Test
    void bad_options_end_with_2_and_nothing_is_run() {
        assertThat(exitCode(
                        options -> {
                            throw new AssertionError("Should not run");
                        },
                        "--speed=9"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void who_asks_for_help_gets_nothing_else(String argument) {
        assertThat(exitCode(
                        options -> {
                            throw new AssertionError("Should not run");
                        },
                        "--rounds=3",
                        argument))
                .isZero();
    }

    @Test
    void options_have_a_blank_or_an_equals_sign_and_flags_stand_alone() {
        assertThat(read("--rounds=3", "--profile", "--gateway", "a=b", "--jvm=-Xmx1g"))
                .containsExactly("3", "true", "[--a=b]", "-Xmx1g");
        assertThat(read()).containsExactly("5", "false", "[]", "");
        assertThatThrownBy(() -> read("--rounds"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rounds");
        assertThatThrownBy(() -> read("--profile=yes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--profile is not an option; --help lists them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "3.5", "", "many", "99999999999"})
    void a_number_out_of_its_bounds_is_refused_by_name(String value) {
        assertThatThrownBy(() -> read("--rounds=" + value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--rounds must be a whole number from 1 to 100, not '" + value + "'");
    }

    private static int exitCode(Command.CommandRun<List<String>> run, String... words) {
        return Command.exitCode("help", CommandTest::read, run, words);
    }

    private static List<String> read(String... words) {
        return Arguments.read(
                given -> List.of(
                        "" + given.number("--rounds", 5, 1, 100),
                        "" + given.flag("--profile"),
                        "" + given.settings("--gateway"),
                        given.text("--jvm", "")),
                List.of("--profile"),
                words);
    }
}
