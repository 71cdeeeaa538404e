package io.dronedelivery.lab.comparisons.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestReplyRateTest {

    @Tag("whole")
    @Test
    void every_design_in_memory_is_measured_with_an_empty_and_with_a_filled_pool(@TempDir Path directory)
            throws IOException, InterruptedException {
        RequestReplyOptions options = RequestReplyOptions.parse(
                "--designs",
                "memory",
                "--concurrency",
                "8",
                "--rounds",
                "1",
                "--round",
                "1",
                "--warm-up",
                "1",
                "--output",
                directory.toString());

        RequestReplyReport report = RequestReplyRate.run(options);

        assertThat(report.lines())
                .extracting(RequestReplyReport.RequestReplyLine::title)
                .containsExactly("memory, pool empty at first", "memory, pool filled before");
        assertThat(report.lines()).allSatisfy(line -> {
            assertThat(line.channels()).isBetween(1L, 8L);
            assertThat(line.rounds()).singleElement().satisfies(round -> {
                assertThat(round.requests()).isPositive();
                assertThat(round.p99Millis()).isGreaterThanOrEqualTo(round.p50Millis());
            });
        });
        assertThat(directory.resolve("results.md")).content().contains("memory, pool filled before");
        assertThat(directory.resolve("results.json")).isNotEmptyFile();
    }

    @Test
    void wrong_option_is_named() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RequestReplyOptions.parse("--designs", "redis"))
                .withMessageContaining("--designs must be one of memory, ");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RequestReplyOptions.parse("--workers", "0"))
                .withMessageContainingAll("--workers", "'0'");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RequestReplyOptions.parse("--speed", "1"))
                .withMessageContaining("--speed");
    }
}
