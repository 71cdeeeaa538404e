package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class SimulatorOptionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--rate=0 | --rate must be more than 0 and at most 10000000, but is 0.0.",
                "--count=0 | --count must be at least 1, but is 0.",
                "--count=5 --duration=1s | --count cannot be given together with --duration, but is 5.",
                "--duration=0s | --duration must be more than 0, but is PT0S.",
                "--duration=60s --warm-up=60s | --warm-up must be shorter than the sending: there would be no latency,"
                        + " but is PT1M.",
                "--rate=10 --count=50 --warm-up=5s | --warm-up must be shorter than the sending",
                "--threads=6 --drones=5 | --drones must be from 6, one for each thread, to 1000000, but is 5.",
                "--threads=0 | --threads must be from 1 to 64, but is 0.",
                "--payload-bytes=-1 | --payload-bytes must be from 0 to 200000, but is -1.",
                "--run=a-b | --run must be 1 to 32 letters and digits, but is a-b.",
                "--linger=3m | --linger must be shorter than --timeout, but is PT3M.",
                "--duration=soon | 'soon' is not a time such as 500ms, 90s, 5m or 1h",
                "--broker=mqtt | mqtt",
                "--broker=servicebus | --address must be the connection string of a Service Bus namespace"
            })
    void what_makes_no_sense_is_refused_with_what_is_allowed(String arguments, String message) {
        Simulator.Result result = Simulator.run(arguments.split(" "));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(message, "--help tells all options.");
    }

    @Test
    void messages_wait_for_others_only_at_rates_that_need_it() {
        assertThat(settings("--rate=12300").target().linger()).isZero();
        assertThat(settings("--rate=73800").target().linger()).isEqualTo(Duration.ofMillis(5));
        assertThat(settings("--rate=73800", "--linger=1ms").target().linger()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void a_duration_is_as_many_messages_as_are_due_in_it() {
        assertThat(settings("--rate=12300", "--duration=1m").count()).isEqualTo(738_000);
        assertThat(settings("--count=7").count()).isEqualTo(7);
    }

    @Test
    void two_runs_have_ids_of_their_own() {
        assertThat(settings("--run=a1").run()).isEqualTo("a1");
        assertThat(settings().run()).matches("[a-z0-9]+");
    }

    @Test
    void help_tells_options_and_exit_codes() {
        Simulator.Result result = Simulator.run("--help");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("--payload-bytes", "Exit codes:", "3   ");
        assertThat(Simulator.run("--version").out()).startsWith("drone-simulator ");
    }

    @Test
    void a_broker_that_is_not_there_is_told() {
        Simulator.Result result = Simulator.run("--address=localhost:1", "--count=1", "--property=x=y");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains("Kafka at localhost:1");
    }

    private static SimulatorSettings settings(String... arguments) {
        Line line = new Line();
        CommandLine commandLine = new CommandLine(line).setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.parseArgs(arguments);
        return line.options.settings(commandLine);
    }

    @Command
    private static final class Line {

        @CommandLine.Mixin
        private final SimulatorOptions options = new SimulatorOptions();
    }
}
