package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.dispatch.DispatchStatus.LatencyRow;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published tables: https://github.com/plasne/high-throughput-service-bus. */
class LatencyTableTest {

    private final LatencyTable table = new LatencyTable();

    @ParameterizedTest
    @CsvSource({
        "3045, 3045, 3044, 3041, 3014, 2892, 2740",
        "528, 528, 527, 527, 522, 501, 475",
        "126, 126, 125, 125, 124, 119, 113"
    })
    void the_slowest_are_left_out_as_in_the_published_tables(
            int n, int all, int p9999, int p999, int p99, int p95, int p90) {
        assertThat(Stream.of("100", "99.99", "99.9", "99", "95", "90")
                        .map(percent -> LatencyTable.kept(new BigDecimal(percent), n)))
                .containsExactly((long) all, (long) p9999, (long) p999, (long) p99, (long) p95, (long) p90);
    }

    @Test
    void the_published_table_comes_out_of_latencies_that_it_can_have_come_from() {
        // A row tells the longest of its share and the mean, and so how much its slowest have to add to the row below.
        record(1, 17);
        record(1369, 84);
        record(1369, 85);
        record(1, 145);
        record(151, 158);
        record(1, 166);
        record(121, 214);
        record(1, 338);
        record(26, 375);
        record(1, 537);
        record(2, 540);
        record(1, 741);
        record(1, 799);

        assertThat(table.rows())
                .containsExactly(
                        new LatencyRow(100, 3045, 97, 17, 799),
                        new LatencyRow(99.99, 3044, 97, 17, 741),
                        new LatencyRow(99.9, 3041, 97, 17, 537),
                        new LatencyRow(99, 3014, 94, 17, 338),
                        new LatencyRow(95, 2892, 89, 17, 166),
                        new LatencyRow(90, 2740, 85, 17, 145));
    }

    @Test
    void latencies_of_a_minute_are_told_to_a_thousandth() {
        record(475, 25);
        record(52, 63_550);
        record(1, 66_519);

        List<LatencyRow> rows = table.rows();

        assertThat(rows.get(0).maxMs()).isEqualTo(66_519);
        assertThat(rows.get(1).maxMs()).isCloseTo(63_550, Percentage.withPercentage(0.1));
        assertThat(rows.get(5)).isEqualTo(new LatencyRow(90, 475, 25, 25, 25));
    }

    @Test
    void latencies_below_a_millisecond_count_and_their_mean_is_rounded_up() {
        table.record(TimeUnit.MICROSECONDS.toNanos(300), 10);

        assertThat(table.rows().get(0)).isEqualTo(new LatencyRow(100, 10, 1, 0, 0));
    }

    @Test
    void without_messages_all_rows_are_empty() {
        assertThat(table.rows())
                .hasSize(6)
                .allSatisfy(row -> assertThat(row).isEqualTo(new LatencyRow(row.percent(), 0, 0, 0, 0)));
    }

    @Test
    void what_took_longer_than_can_be_told_apart_still_counts() {
        record(1, 7_200_000);

        assertThat(table.rows().get(0).maxMs()).isEqualTo(7_200_000);
        assertThat(table.rows().get(0).count()).isEqualTo(1);
    }

    private void record(int messages, long millis) {
        table.record(TimeUnit.MILLISECONDS.toNanos(millis), messages);
    }
}
