package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.dispatch.DispatchStatus.LatencyRow;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.data.Offset;

/** The table against a list of everything that it was told. */
class LatencyTablePropertyTest {

    /** As the table promises. */
    private static final double ERROR = 0.001;

    private record Batch(long micros, int messages) {}

    @Property(tries = 500, seed = "17")
    void no_message_is_lost(@ForAll("batches") List<Batch> batches) {
        LatencyTable table = table(batches);

        assertThat(table.count())
                .isEqualTo(batches.stream().mapToLong(Batch::messages).sum());
        assertThat(table.sumMicros())
                .isEqualTo(batches.stream()
                        .mapToLong(batch -> batch.micros() * batch.messages())
                        .sum());
    }

    @Property(tries = 500, seed = "17")
    void each_row_is_within_the_stated_error(@ForAll("batches") List<Batch> batches) {
        long[] micros = batches.stream()
                .sorted(Comparator.comparingLong(Batch::micros))
                .flatMapToLong(batch -> LongStream.generate(batch::micros).limit(batch.messages()))
                .toArray();

        List<LatencyRow> rows = table(batches).rows();

        assertThat(rows).extracting(LatencyRow::percent).containsExactly(100.0, 99.99, 99.9, 99.0, 95.0, 90.0);
        for (LatencyRow row : rows) {
            long hundredths = Math.round(row.percent() * 100);
            long leftOut = ((10_000 - hundredths) * micros.length + 9_999) / 10_000;
            int kept = (int) (micros.length - leftOut);
            assertThat(row.count()).isEqualTo(kept);
            if (kept == 0) {
                assertThat(row).isEqualTo(new LatencyRow(row.percent(), 0, 0, 0, 0));
                continue;
            }
            assertThat(row.minMs()).isEqualTo(Math.round(micros[0] / 1000.0));
            double longest = micros[kept - 1] / 1000.0;
            assertThat((double) row.maxMs()).isCloseTo(longest, Offset.offset(longest * ERROR + 0.5));
            double mean = LongStream.of(micros).limit(kept).sum() / 1000.0 / kept;
            assertThat((double) row.averageMs()).isBetween(mean * (1 - ERROR), mean * (1 + ERROR) + 1);
        }
        assertThat(rows.get(0).maxMs()).isEqualTo(Math.round(micros[micros.length - 1] / 1000.0));
    }

    private static LatencyTable table(List<Batch> batches) {
        LatencyTable table = new LatencyTable();
        batches.forEach(batch -> table.record(TimeUnit.MICROSECONDS.toNanos(batch.micros()), batch.messages()));
        return table;
    }

    /** Latencies up to the hour that the table tells apart, most of them short, in batches of up to a hundred. */
    @Provide
    Arbitrary<List<Batch>> batches() {
        Arbitrary<Long> micros = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 3_000),
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.longs().between(0, TimeUnit.HOURS.toMicros(1)));
        return Combinators.combine(micros, Arbitraries.integers().between(1, 100))
                .as(Batch::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }
}
