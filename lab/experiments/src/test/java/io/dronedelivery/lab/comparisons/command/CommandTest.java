package io.dronedelivery.lab.comparisons.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
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
        assertThat(Recorded.of("--rounds=3", "--profile", "--gateway", "a=b", "--jvm=-Xmx1g"))
                .containsExactly(
                        Map.entry("--rounds", "3"),
                        Map.entry("--profile", ""),
                        Map.entry("--gateway", "a=b"),
                        Map.entry("--jvm", "-Xmx1g"));
        assertThatThrownBy(() -> Recorded.of("--rounds"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "3.5", "", "many", "99999999999"})
    void a_number_out_of_its_bounds_is_refused_by_name(String value) {
        assertThatThrownBy(() -> CommandLine.number("--rounds", value, 1, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--rounds must be a whole number from 1 to 100, not '" + value + "'");
    }

    private static int exitCode(Command.CommandRun<Map<String, String>> run, String... arguments) {
        return Command.exitCode("help", Recorded::of, run, arguments);
    }

    /** Knows {@code --speed} as no option. */
    private static final class Recorded implements CommandLine.Options {

        private final Map<String, String> values = new LinkedHashMap<>();

        static Map<String, String> of(String... arguments) {
            Recorded recorded = new Recorded();
            CommandLine.read(recorded, arguments);
            return recorded.values;
        }

        @Override
        public boolean flag(String name) {
            boolean known = name.equals("--profile");
            if (known) {
                values.put(name, "");
            }
            return known;
        }

        @Override
        public void set(String name, String value) {
            if (name.equals("--speed")) {
                throw CommandLine.unknown(name);
            }
            values.put(name, value);
        }
    }
}
