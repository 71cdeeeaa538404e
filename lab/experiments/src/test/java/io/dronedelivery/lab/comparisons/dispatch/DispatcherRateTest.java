package io.dronedelivery.lab.comparisons.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Runs the measure as small as it goes: it proves that it works, not how fast anything is. */
class DispatcherRateTest {

    @TempDir
    Path directory;

    @Tag("whole")
    @Test
    void a_short_run_measures_each_sender_and_writes_both_reports() throws Exception {
        RateReport report = DispatcherRate.run(RateOptions.parse(
                "--rounds=1", "--seconds=1", "--warmup", "1", "--in-flight=16", "--output=" + directory));

        assertThat(report.lines())
                .extracting(RateReport.RateLine::name)
                .containsExactly(
                        "bare",
                        "bare-events",
                        "dispatcher-single",
                        "bare-batches",
                        "bare-batches-events",
                        "dispatcher");
        assertThat(report.lines()).allSatisfy(line -> {
            assertThat(line.median(RateReport.RateRound::messagesPerSecond)).isPositive();
            assertThat(report.percentOfReference(line).orElseThrow()).isPositive();
        });
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("results.json").toFile());
        assertThat(json.at("/senders/2/name").asString()).isEqualTo("dispatcher-single");
        assertThat(directory.resolve("results.md")).content().contains("| dispatcher, single sends |");
    }

    @Test
    void wrong_options_are_named() {
        assertThatThrownBy(() -> RateOptions.parse("--rounds", "0"))
                .hasMessage("--rounds must be a whole number from 1 to 100, not '0'");
        assertThatThrownBy(() -> RateOptions.parse("--speed", "1"))
                .hasMessage("--speed is not an option; --help lists them");
        assertThatThrownBy(() -> RateOptions.parse("--rounds")).hasMessageContaining("--rounds is unknown or lacks");
        assertThatThrownBy(() -> RateOptions.parse("--batch=1000", "--batches=11"))
                .hasMessageContaining("10000 at most");
        assertThatThrownBy(() -> RateOptions.parse("--senders=bare,best")).hasMessageContaining("not 'best'");
        assertThatThrownBy(() -> RateOptions.parse("--publisher=x")).hasMessageContaining("key=value");
    }
}
