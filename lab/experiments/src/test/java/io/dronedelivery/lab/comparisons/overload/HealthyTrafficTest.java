package io.dronedelivery.lab.comparisons.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.lab.comparisons.overload.HealthyOptions.Row;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class HealthyTrafficTest {

    @TempDir
    Path directory;

    /** As small as it goes: it proves that each row is there, not how many answers it has. */
    @Tag("whole")
    @Test
    void a_short_run_has_a_row_for_each_kind_of_traffic() throws Exception {
        HealthyTraffic.run(HealthyOptions.parse(
                        "--rows=1:2,10:2",
                        "--peers=none",
                        "--seconds=1",
                        "--cold=1",
                        "--cold-connections=2",
                        "--beside=2",
                        "--output=" + directory))
                .tell();

        JsonNode rows = new ObjectMapper()
                .readTree(directory.resolve("results.json").toFile())
                .get("rows");
        assertThat(rows.valueStream().map(row -> row.get("who").asString()))
                .containsExactly(
                        "cold gateway", "gateway", "gateway", "a busy caller of the gateway", "another one beside it");
        assertThat(rows.valueStream().map(row -> row.at("/row/parts").asInt())).containsExactly(3, 1, 10, 3, 3);
    }

    @Test
    void without_options_the_rows_are_those_of_the_bars() {
        HealthyOptions options = HealthyOptions.parse();

        assertThat(options.connections(1)).containsExactly(16, 64, 256, 1024, 2048);
        assertThat(options.connections(3)).containsExactly(16, 64, 256, 1024, 2048);
        assertThat(options.connections(10)).containsExactly(64, 256);
        assertThat(options.besideConnections()).isEqualTo(256);
        assertThat(options.coldConnections()).isEqualTo(64);
        assertThat(options.peers()).containsExactly("bare");
        assertThat(options.jar()).isNull();
    }

    @Test
    void rows_peers_and_settings_are_taken_from_the_options() {
        HealthyOptions options = HealthyOptions.parse(
                "--rows", "2:5,2:5", "--peers=bare,glue", "--gateway=gateway.limits.adaptive=false");

        assertThat(options.rows()).containsExactly(new Row(2, 5));
        assertThat(options.peers()).containsExactly("bare", "glue");
        assertThat(options.gatewaySettings()).containsExactly("--gateway.limits.adaptive=false");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --rows=64      | --rows must have the form parts:connections,..., such as 3:64, not '64'
        --rows=11:64   | --rows must be a whole number from 1 to 10, not '11'
        --peers=nginx  | --peers must be one of bare, glue, not 'nginx'
        --seconds=0    | --seconds must be a whole number from 1 to 600, not '0'
        --fast=1       | --fast is not an option; --help lists them
        """)
    void a_bad_option_is_refused_by_name(String argument, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HealthyOptions.parse(argument))
                .withMessageMatching(Pattern.quote(message));
    }
}
