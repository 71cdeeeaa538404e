package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of documents that nobody sees any more. */
class ExpiredDocumentsTest {
    private long now = 1_000;
    private final List<Change> log = new ArrayList<>();
    private final Container container = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.parse(
                    Json.readObject("{\"id\":\"keys\",\"partitionKey\":{\"paths\":[\"/owner\"]},\"defaultTtl\":10}"
                            .getBytes(StandardCharsets.UTF_8))),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(),
                    () -> Instant.ofEpochSecond(now),
                    id -> 1,
                    () -> false,
                    0,
                    key -> false),
            (changes, receipt) -> {
                log.addAll(changes);
                receipt.kept();
            });
    private final PhysicalPartition partition = container.partitions().get(0);

    private void write(String id) {
        byte[] json = "{\"id\":\"%s\",\"owner\":\"o\"}".formatted(id).getBytes(StandardCharsets.UTF_8);
        partition.execute(new Operation.Upsert(container.scanner().scan(json), null));
    }

    @Test
    void they_are_deleted_in_bounded_steps_and_the_log_has_it() {
        IntStream.range(0, 25).forEach(i -> write("f-" + i));
        now += 5;
        write("f-3");
        now += 6;
        log.clear();

        assertThat(partition.deleteExpired(10)).isEqualTo(10);
        assertThat(partition.deleteExpired(10)).isEqualTo(10);
        assertThat(partition.deleteExpired(10)).isEqualTo(4);
        assertThat(partition.deleteExpired(10)).isZero();

        assertThat(log).hasSize(24).allMatch(Change::deleted);
        assertThat(partition.documentCount()).isEqualTo(1);
        assertThat(partition.lsn()).isEqualTo(50);
    }

    @Test
    void a_read_deletes_nothing() {
        write("f-1");
        now += 11;
        log.clear();

        assertThat(partition
                        .execute(new Operation.Read(new DocumentKey(Scalar.of("o"), "f-1"), null))
                        .outcomes()
                        .get(0)
                        .status())
                .isEqualTo(404);
        assertThat(log).isEmpty();
        assertThat(partition.lsn()).isEqualTo(1);
    }
}
