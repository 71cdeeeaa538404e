package io.dronedelivery.localcosmos.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** A partition whose log takes its time: readers see what is in it, writers go on from what was written last. */
class WriteQueueTest {
    private final Queue<ChangeLog.Receipt> onTheirWay = new ArrayDeque<>();
    private final Container container = new Container(
            new Container.Identity("db", 1, 2, 1, 0),
            ContainerDefinition.of("flights", "/ownerId"),
            new Throughput(400, 1, InstantSource.system(), () -> false, 0),
            new StoreSettings(
                    RequestCharges.calibrated(), InstantSource.system(), id -> 1, () -> false, 0, key -> false),
            (changes, receipt) -> onTheirWay.add(receipt));
    private final PhysicalPartition partition = container.partitions().get(0);

    private DocumentScanner.Scanned document(String id, int month) {
        String json = "{\"id\":\"%s\",\"ownerId\":\"o-17\",\"month\":%d}".formatted(id, month);
        return container.scanner().scan(json.getBytes(StandardCharsets.UTF_8));
    }

    private PhysicalPartition.PartitionResults create(String id) {
        return partition.execute(new Operation.Create(document(id, 11)));
    }

    private PhysicalPartition.PartitionResults replace(String id, int month) {
        DocumentScanner.Scanned document = document(id, month);
        return partition.execute(new Operation.Replace(document.key(), document, null));
    }

    private int statusOfReading(String id) {
        return partition
                .execute(new Operation.Read(new DocumentKey(Scalar.of("o-17"), id), null))
                .outcomes()
                .get(0)
                .status();
    }

    private static int status(PhysicalPartition.PartitionResults results) {
        return results.outcomes().get(0).status();
    }

    @Test
    void readers_see_a_write_when_the_log_has_it() {
        Selection november =
                new Selection(null, EpkRange.ALL, Map.of(PropertyPath.of("month"), List.of(Scalar.of(11))));
        partition.prepare(november);

        PhysicalPartition.PartitionResults created = create("f-1");

        assertThat(status(created)).isEqualTo(201);
        assertThat(statusOfReading("f-1")).isEqualTo(404);
        assertThat(partition.documents(Selection.ALL, 0)).isEmpty();
        assertThat(partition.documents(november, 0)).isEmpty();
        assertThat(partition.changesAfter(0, Selection.ALL)).isEmpty();
        assertThat(partition.lsn()).isZero();
        StepVerifier.create(created.safe())
                .expectSubscription()
                .then(() -> onTheirWay.remove().kept())
                .verifyComplete();
        assertThat(statusOfReading("f-1")).isEqualTo(200);
        assertThat(partition.documents(november, 0)).hasSize(1);
        assertThat(partition.changesAfter(0, Selection.ALL)).hasSize(1);
        assertThat(partition.lsn()).isEqualTo(1);
    }

    @Test
    void writers_go_on_from_what_was_written_last() {
        create("f-1");
        PhysicalPartition.PartitionResults again = create("f-1");
        PhysicalPartition.PartitionResults replaced = replace("f-1", 12);
        PhysicalPartition.PartitionResults deleted =
                partition.execute(new Operation.Delete(new DocumentKey(Scalar.of("o-17"), "f-1"), null));
        PhysicalPartition.PartitionResults created = create("f-1");

        assertThat(status(again)).isEqualTo(409);
        assertThat(status(replaced)).isEqualTo(200);
        assertThat(status(deleted)).isEqualTo(204);
        assertThat(status(created)).isEqualTo(201);
        while (!onTheirWay.isEmpty()) {
            onTheirWay.remove().kept();
        }
        assertThat(partition.lsn()).isEqualTo(4);
        assertThat(partition.documents(Selection.ALL, 0))
                .singleElement()
                .extracting(DocumentVersion::lsn)
                .isEqualTo(4L);
    }

    @Test
    void a_conflict_with_a_write_on_its_way_is_told_when_the_log_has_that() {
        create("f-1");
        PhysicalPartition.PartitionResults conflict = create("f-1");

        StepVerifier.create(conflict.safe())
                .expectSubscription()
                .then(() -> onTheirWay.remove().kept())
                .verifyComplete();
    }

    @Test
    void a_refusal_takes_back_the_write_and_all_that_came_from_it() {
        PhysicalPartition.PartitionResults created = create("f-1");
        PhysicalPartition.PartitionResults conflict = create("f-1");
        PhysicalPartition.PartitionResults replaced = replace("f-1", 12);

        StepVerifier.create(created.safe())
                .expectSubscription()
                .then(() -> onTheirWay.remove().refused(ServiceException.unavailable("full")))
                .verifyErrorMessage("full");
        StepVerifier.create(conflict.safe()).verifyErrorMessage("full");
        onTheirWay.remove().refused(ServiceException.unavailable("full"));
        StepVerifier.create(replaced.safe()).verifyErrorMessage("full");
        assertThat(partition.lsn()).isZero();
        assertThat(statusOfReading("f-1")).isEqualTo(404);
        assertThat(status(create("f-1"))).isEqualTo(201);
    }

    @Test
    void a_batch_is_one_write_whose_versions_differ() {
        PhysicalPartition.PartitionResults batch = partition.executeAtomically(List.of(
                new Operation.Create(document("f-1", 11)),
                new Operation.Create(document("f-2", 11)),
                new Operation.Upsert(document("f-1", 12), null)));
        onTheirWay.remove().kept();
        create("f-3");
        onTheirWay.remove().kept();

        assertThat(batch.outcomes()).extracting(OperationOutcome::etag).doesNotHaveDuplicates();
        assertThat(partition.changesAfter(0, Selection.ALL))
                .extracting(document -> document.key().id() + "@" + document.lsn())
                .containsExactly("f-2@1", "f-1@1", "f-3@2");
        assertThat(partition.changesAfter(1, Selection.ALL)).hasSize(1);
    }

    @Test
    void a_write_that_cannot_be_shown_to_readers_is_told_as_a_failure_and_keeps_nobody_waiting() {
        DocumentVersion version = new DocumentVersion(
                new DocumentKey(Scalar.of("o-17"), "f-1"), 1, 1, 0, 0, "{}".getBytes(StandardCharsets.UTF_8));
        WriteQueue queue = new WriteQueue(new Object(), (changes, receipt) -> onTheirWay.add(receipt), change -> {
            throw new IllegalStateException("no index");
        });

        List<String> told = new ArrayList<>();
        queue.add(List.of(new Change(version, false, 1)), 1)
                .subscribe(nothing -> {}, failure -> told.add(failure.getMessage()));

        assertThatIllegalStateException().isThrownBy(() -> onTheirWay.remove().kept());

        assertThat(told).containsExactly("no index");
        assertThat(queue.latest(version.key(), Map.of())).isNull();
        StepVerifier.create(queue.add(List.of(), 1)).verifyComplete();
    }
}
