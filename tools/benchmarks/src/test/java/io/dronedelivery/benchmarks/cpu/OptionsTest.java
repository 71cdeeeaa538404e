package io.dronedelivery.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void without_options_the_bare_aggregator_and_the_gateway_are_measured_with_64_connections() {
        Options options = Options.parse();

        assertThat(options.aggregators()).containsExactly("bare", "gateway");
        assertThat(options.connections()).isEqualTo(64);
        assertThat(options.limitMicros()).isEmpty();
    }

    @Test
    void options_are_taken_with_a_blank_or_an_equals_sign() {
        Options options = Options.parse(
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
        Options defaults = Options.parse();

        assertThat(Options.HELP)
                .contains("(" + defaults.rounds() + ")")
                .contains("(" + defaults.roundTime().toSeconds() + ")")
                .contains("(" + defaults.warmUp().toSeconds() + ")")
                .contains("(" + defaults.connections() + ")")
                .contains("(" + String.join(" ", defaults.jvmFlags()) + ")")
                .contains("(" + defaults.output() + ")");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --rounds=0           | --rounds must be a whole number from 1 to 100, not '0'
                    --seconds=x          | --seconds must be a whole number from 1 to 600, not 'x'
                    --connections=99999  | --connections must be a whole number from 1 to 10000, not '99999'
                    --load=ab            | --load must be one of auto, wrk, built-in, not 'ab'
                    --aggregators=bare,x | --aggregators must be one of bare, gateway, gateway-token, gateway-telemetry, glue, not 'x'
                    --gateway=port       | --gateway must have the form key=value, not 'port'
                    --fast=1             | --fast is not an option; --help lists them
                    --seconds            | --seconds is unknown or lacks its value; --help lists the options
                    """)
    void a_bad_option_is_refused_by_name(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse(argument))
                .withMessageMatching(Pattern.quote(message));
    }
}
