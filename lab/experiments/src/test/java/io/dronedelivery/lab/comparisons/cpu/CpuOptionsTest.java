package io.dronedelivery.lab.comparisons.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuOptionsTest {

    @Test
    void without_options_the_bare_aggregator_and_the_gateway_are_measured_with_64_connections() {
        CpuOptions options = CpuOptions.parse();

        assertThat(options.aggregators()).containsExactly("bare", "gateway");
        assertThat(options.connections()).isEqualTo(64);
        assertThat(options.limitMicros()).isEmpty();
    }

    @Test
    void options_are_taken_with_a_blank_or_an_equals_sign() {
        CpuOptions options = CpuOptions.parse(
                "--rounds",
                "3",
                "--seconds=2",
                "--aggregators=bare,glue",
                "--gateway",
                "server.compression.enabled=true");

        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.roundTime()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.aggregators()).containsExactly("bare", "glue");
        assertThat(options.gatewaySettings()).containsExactly("--server.compression.enabled=true");
    }

    @Test
    void the_help_names_every_default() {
        CpuOptions defaults = CpuOptions.parse();

        assertThat(CpuOptions.HELP)
                .contains("(" + defaults.rounds() + "; ")
                .contains("(" + defaults.starts() + "; ")
                .contains("(" + defaults.roundTime().toSeconds() + ")")
                .contains("(" + defaults.warmUp().toSeconds() + ")")
                .contains("(" + defaults.connections() + ")")
                .contains("(" + String.join(" ", defaults.jvmFlags()) + ")")
                .contains("(" + defaults.output() + ")");
    }

    @Test
    void with_a_second_jar_both_gateways_are_measured_in_more_than_seven_rounds_and_several_processes(
            @TempDir Path directory) throws IOException {
        String jar = Files.createFile(directory.resolve("gateway.jar")).toString();

        CpuOptions options = CpuOptions.parse("--jar=" + jar, "--second-jar=" + jar);

        assertThat(options.aggregators()).containsExactly("gateway", "gateway-second");
        assertThat(options.starts() * options.rounds()).isEqualTo(9);
        assertThat(CpuOptions.parse(
                        "--jar=" + jar, "--second-jar=" + jar, "--aggregators=bare", "--rounds=7", "--starts=1"))
                .satisfies(both -> {
                    assertThat(both.aggregators()).containsExactly("bare", "gateway", "gateway-second");
                    assertThat(both.rounds()).isEqualTo(7);
                    assertThat(both.starts()).isEqualTo(1);
                });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CpuOptions.parse("--second-jar=" + jar))
                .withMessage("--second-jar needs --jar, so that both gateways start alike");
    }

    @Test
    void a_jar_that_is_not_there_is_refused(@TempDir Path directory) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CpuOptions.parse("--jar=" + directory.resolve("none.jar")))
                .withMessageStartingWith("--jar: there is no file")
                .withMessageEndingWith("none.jar");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --rounds=0           | --rounds must be a whole number from 1 to 100, not '0'
        --seconds=x          | --seconds must be a whole number from 1 to 600, not 'x'
        --connections=99999  | --connections must be a whole number from 1 to 10000, not '99999'
        --load=ab            | --load must be one of auto, wrk, built-in, not 'ab'
        --aggregators=bare,x | --aggregators must be one of bare, gateway, gateway-token, gateway-telemetry, glue, hyper, nginx, plan-two, plan-chain, plan-eleven, plan-each, plan-cached, not 'x'
        --gateway=port       | --gateway must have the form key=value, not 'port'
        --fast=1             | --fast is not an option; --help lists them
        --seconds            | --seconds is unknown or lacks its value; --help lists the options
        """)
    void a_bad_option_is_refused_by_name(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CpuOptions.parse(argument))
                .withMessageMatching(Pattern.quote(message));
    }
}
