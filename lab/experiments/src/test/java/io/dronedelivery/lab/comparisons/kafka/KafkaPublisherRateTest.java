package io.dronedelivery.lab.comparisons.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

/** Runs the measure as small as it goes: it proves that it works, not how fast it is. */
class KafkaPublisherRateTest {

    @TempDir
    Path directory;

    @Tag("whole")
    @Test
    void a_short_run_measures_all_and_writes_both_reports() throws Exception {
        PublisherRateReport report = KafkaPublisherRate.run(PublisherRateOptions.parse(
                "--rounds=1", "--records=1000", "--warmup=0", "--partitions=2", "--output=" + directory));

        assertThat(report.lines()).hasSize(5).allSatisfy(line -> {
            assertThat(line.rounds()).hasSize(1);
            assertThat(line.rate().median()).isPositive();
        });
        assertThat(report.percent()).isPositive();
        assertThat(new ObjectMapper()
                        .readTree(directory.resolve("results.json").toFile())
                        .at("/senders/2/title")
                        .asString())
                .isEqualTo("publisher of messaging");
        assertThat(report.lines().get(4).title()).isEqualTo("publisher of messaging, lists of 100, one key in each");
        assertThat(report.lines().get(4).rounds().get(0).records()).isEqualTo(100);
        assertThat(directory.resolve("results.md")).content().contains("| ProducerPerformance of Kafka |");
    }

    @Test
    void the_figures_of_the_tool_are_the_ones_that_it_prints_last() throws Exception {
        Contender.ContenderRound round = StockProducer.parse(1000, """
            500 records sent, 100.0 records/sec (0.10 MB/sec), 9.9 ms avg latency, 20.0 ms max latency.
            1000 records sent, 2500.500000 records/sec (2.40 MB/sec), 3.10 ms avg latency, 250.00 ms max latency, 3 ms 50th, 5 ms 95th, 7 ms 99th, 11 ms 99.9th.
            """);
        assertThat(round).isEqualTo(new Contender.ContenderRound(1000, 2500.5, 3, 7, 0));
    }

    @Test
    void records_that_the_tool_did_not_send_fail_the_run() {
        assertThatThrownBy(() -> StockProducer.parse(1000, "Nothing works today"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Nothing works today");
    }

    /** The publisher would refuse the others of it. */
    @Tag("whole")
    @Test
    void a_list_has_no_more_events_than_may_wait() throws Exception {
        PublisherRateReport report = KafkaPublisherRate.run(PublisherRateOptions.parse(
                "--rounds=1", "--records=1000", "--warmup=0", "--in-flight=50", "--linger=0", "--output=" + directory));

        assertThat(report.lines().get(3).title()).isEqualTo("publisher of messaging, lists of 50, a key each");
        assertThat(report.lines().get(3).rounds().get(0).records()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds=0", "--records=many", "--bytes", "--linger=-1", "--list=1", "--speed=9"})
    void an_option_that_is_wrong_is_named(String option) {
        assertThatThrownBy(() -> PublisherRateOptions.parse(option))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option.split("=")[0]);
    }
}
