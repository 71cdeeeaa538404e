package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The indexes of a partition: always the same answer as looking at every document. */
class PhysicalPartitionTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private final Container container = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.parse(
                    Json.readObject("{\"id\":\"flights\",\"partitionKey\":{\"paths\":[\"/owner/id\"]}}"
                            .getBytes(StandardCharsets.UTF_8))),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(), InstantSource.system(), id -> 1, () -> false, 0, key -> false),
            ChangeLog.NONE);
    private final PhysicalPartition partition = container.partitions().get(0);

    private void write(String id, String owner, String month) {
        String json = "{\"id\":\"%s\",\"owner\":{\"id\":\"%s\"},\"at\":{\"month\":%s}}".formatted(id, owner, month);
        partition.execute(new Operation.Upsert(container.scanner().scan(json.getBytes(StandardCharsets.UTF_8)), null));
    }

    private void delete(String id, String owner) {
        partition.execute(new Operation.Delete(new DocumentKey(Scalar.of(owner), id), null));
    }

    private static Selection where(String owner, Object... months) {
        List<Scalar> values = List.of(months).stream().map(Scalar::new).toList();
        return new Selection(
                owner.isEmpty() ? null : Scalar.of(owner),
                EpkRange.ALL,
                Map.of(PropertyPath.of("at", "month"), values));
    }

    private List<String> find(Selection selection) {
        if (!partition.isPrepared(selection)) {
            partition.prepare(selection);
        }
        return partition.documents(selection, 0).stream()
                .map(document -> document.key().id())
                .toList();
    }

    @Test
    void an_index_follows_creates_changes_and_deletes() {
        write("a", "o", "1");
        write("b", "o", "2");
        write("c", "p", "1");
        assertThat(find(where("", 1.0))).containsExactly("a", "c");
        assertThat(find(where("o", 1.0))).containsExactly("a");

        write("b", "o", "1.0");
        write("d", "o", "1");
        delete("a", "o");
        write("c", "p", "3");
        assertThat(find(where("", 1.0))).containsExactly("b", "d");
        assertThat(find(where("o", 1.0))).containsExactly("b", "d");

        write("a", "o", "1");
        write("c", "p", "1");
        assertThat(find(where("", 1.0))).as("in the order of creation").containsExactly("b", "c", "d", "a");
        assertThat(find(where("", 1.0, 3.0))).containsExactly("b", "c", "d", "a");
    }

    @Test
    void values_differ_by_type_and_what_is_missing_equals_nothing() {
        write("number", "o", "1");
        write("text", "o", "\"1\"");
        write("null", "o", "null");
        write("true", "o", "true");
        write("object", "o", "{}");

        assertThat(find(where("", 1.0))).containsExactly("number");
        assertThat(find(where("", "1"))).containsExactly("text");
        assertThat(find(where("", true))).containsExactly("true");
        assertThat(find(where("", Scalar.Missing.NULL))).containsExactly("null");
        assertThat(find(where("", Scalar.Missing.UNDEFINED))).isEmpty();
        assertThat(find(new Selection(null, EpkRange.ALL, Map.of(PropertyPath.of("none"), List.of(Scalar.of(1))))))
                .isEmpty();
    }

    @Test
    void an_index_that_is_built_while_others_write_misses_nothing() {
        IntStream.range(0, 2_000).forEach(i -> write("a" + i, "o" + i % 7, Integer.toString(i % 12)));
        CompletableFuture<Void> writing = CompletableFuture.runAsync(
                () -> IntStream.range(0, 5_000).forEach(i -> write("a" + i % 4_000, "o" + i % 4_000 % 7, "3")),
                A_THREAD_EACH);
        for (int i = 0; i < 20; i++) {
            partition.prepare(where("", 3.0));
        }
        writing.join();

        assertThat(find(where("", 3.0))).hasSize(4_000).doesNotHaveDuplicates();
        assertThat(find(where("", 4.0))).isEmpty();
    }

    @Test
    void history_is_forgotten() {
        find(where("", 1.0));
        for (int i = 0; i < 50_000; i++) {
            write("a" + i % 10, "o", Integer.toString(i % 3));
        }
        IntStream.range(0, 5).forEach(i -> delete("a" + i, "o"));

        assertThat(partition.documentCount()).isEqualTo(5);
        assertThat(partition.changesAfter(0, Selection.ALL))
                .hasSize(5)
                .isSortedAccordingTo((a, b) -> Long.compare(a.lsn(), b.lsn()));
        assertThat(partition.documents(Selection.ALL, 0))
                .hasSize(5)
                .isSortedAccordingTo((a, b) -> Long.compare(a.sequence(), b.sequence()));
        assertThat(partition.lsn()).isEqualTo(50_005);
    }

    @Test
    void more_combinations_than_are_kept_still_find_their_documents() {
        write("a", "o", "1");
        for (int i = 0; i < 40; i++) {
            Selection selection = new Selection(
                    null,
                    EpkRange.ALL,
                    Map.of(
                            PropertyPath.of("at", "month"),
                            List.of(Scalar.of(1)),
                            PropertyPath.of("x" + i),
                            List.of(Scalar.of(i))));
            assertThat(find(selection)).isEmpty();
        }
        assertThat(find(where("", 1.0))).containsExactly("a");
    }

    @Test
    void an_index_over_more_properties_than_can_be_read_together_is_not_built() {
        assertThat(find(comparing(63))).isEmpty();
        write("a", "o", "1");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> partition.prepare(comparing(64)))
                .withMessageContaining("64");
        write("b", "o", "1");
        assertThat(find(where("", 1.0))).containsExactly("a", "b");
    }

    private static Selection comparing(int properties) {
        return new Selection(
                null,
                EpkRange.ALL,
                IntStream.range(0, properties)
                        .boxed()
                        .collect(Collectors.toMap(i -> PropertyPath.of("p" + i), i -> List.of(Scalar.of(i)))));
    }
}
