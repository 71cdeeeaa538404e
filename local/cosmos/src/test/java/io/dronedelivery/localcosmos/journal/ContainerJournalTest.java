package io.dronedelivery.localcosmos.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Catalogue;
import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ContainerDefinition;
import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Operation;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Provision;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.store.StoreSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A journal that ends anywhere gives back all that was written whole, and one that is damaged gives back nothing. */
class ContainerJournalTest {
    private static final int HEADER_BYTES = 8;
    private static Path directory;
    private Path file;
    private long compactAbove = Long.MAX_VALUE;
    private int files;

    @BeforeContainer
    static void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("journal");
    }

    @AfterContainer
    static void deleteDirectory() throws IOException {
        try (var left = Files.newDirectoryStream(directory)) {
            for (Path each : left) {
                Files.delete(each);
            }
        }
        Files.delete(directory);
    }

    /** Some operations that are one write. */
    private record Write(List<Operation> operations, boolean atomic) {}

    /** What was in the file, and in the container, after each write. */
    private record History(byte[] bytes, List<Integer> ends, List<Map<String, String>> states) {
        Map<String, String> stateAt(int length) {
            int whole = 0;
            while (whole < ends.size() && ends.get(whole) <= length) {
                whole++;
            }
            return states.get(whole);
        }
    }

    @Property(tries = 200, seed = "17")
    void a_journal_torn_at_any_byte_gives_back_what_was_written_whole_and_goes_on(
            @ForAll("writes") List<Write> writes, @ForAll double place) throws IOException {
        History history = write(writes);
        int length = (int) (Math.abs(place % 1) * (history.bytes().length + 1));
        Files.write(file, Arrays.copyOf(history.bytes(), length));

        Container torn = container(ChangeLog.NONE);
        ContainerJournal journal = new ContainerJournal(file, Runnable::run, compactAbove);
        journal.restore(torn);
        journal.close();

        assertThat(documents(torn)).isEqualTo(history.stateAt(length));
        Container again = container(ChangeLog.NONE);
        ContainerJournal more = new ContainerJournal(file, Runnable::run, compactAbove);
        more.restore(again);
        more.close();
        assertThat(documents(again)).isEqualTo(documents(torn));
    }

    @Property(tries = 200, seed = "17")
    void damage_before_the_last_record_is_reported(
            @ForAll("writes") List<Write> writes, @ForAll double place, @ForAll byte damage) throws IOException {
        History history = write(writes);
        List<Integer> ends = history.ends();
        if (ends.size() < 2 || damage == 0) {
            return;
        }
        byte[] bytes = history.bytes().clone();
        bytes[(int) (Math.abs(place % 1) * ends.get(ends.size() - 2))] ^= damage;
        Files.write(file, bytes);

        assertThatIOException()
                .isThrownBy(() ->
                        new ContainerJournal(file, Runnable::run, compactAbove).restore(container(ChangeLog.NONE)))
                .withMessageContaining("damaged");
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @Example
    void a_length_that_cannot_be_is_damage_even_when_the_checksum_is_right() throws IOException {
        file = directory.resolve("container-3.journal");
        for (int length : new int[] {-1, 1_000}) {
            // A document's version: type, sequence, logical sequence number, time, length of its JSON.
            byte[] entry = ByteBuffer.allocate(29)
                    .put((byte) 1)
                    .putLong(1)
                    .putLong(1)
                    .putLong(0)
                    .putInt(length)
                    .array();
            byte[] bytes = ContainerJournalFuzz.frame(entry);
            Files.write(file, bytes);

            assertThatIOException()
                    .isThrownBy(() ->
                            new ContainerJournal(file, Runnable::run, compactAbove).restore(container(ChangeLog.NONE)))
                    .withMessageContaining("damaged at byte 0")
                    .withStackTraceContaining("an entry of " + length + " bytes where 0 are left");
            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        }
    }

    @Example
    void a_record_whose_checksum_is_right_and_whose_entries_are_none_is_reported_as_damage() throws IOException {
        History history = write(List.of(new Write(List.of(operation(1, "x", 2)), true)));
        byte[] good = history.bytes();
        byte[] entries = Arrays.copyOfRange(good, HEADER_BYTES, good.length);
        byte[] unknownType = {99};
        byte[] cutShort = Arrays.copyOf(entries, entries.length - 1);
        byte[] negativeLength = entries.clone();
        negativeLength[25] = -1;
        byte[] noDocument = entries.clone();
        noDocument[29] = '[';
        byte[] unknownPartition = ByteBuffer.allocate(21)
                .put((byte) 3)
                .putInt(7)
                .putLong(1)
                .putLong(1)
                .array();

        for (byte[] bad : List.of(unknownType, cutShort, negativeLength, noDocument, unknownPartition)) {
            byte[] frame = ContainerJournalFuzz.frame(bad);
            byte[] bytes = Arrays.copyOf(good, good.length + frame.length);
            System.arraycopy(frame, 0, bytes, good.length, frame.length);
            Files.write(file, bytes);

            assertThatIOException()
                    .isThrownBy(() -> ContainerJournalFuzz.read(file, container(ChangeLog.NONE)))
                    .withMessageContaining(file + " is damaged at byte " + good.length);
        }
    }

    @Example
    void history_is_dropped_while_the_container_is_in_use() throws IOException {
        compactAbove = 4_096;
        file = directory.resolve("container-1.journal");
        ContainerJournal journal = new ContainerJournal(file, Runnable::run, compactAbove);
        journal.openEmpty();
        Container container = container(journal);
        PhysicalPartition partition = container.partitions().get(0);
        for (int i = 0; i < 1_000; i++) {
            partition.executeAtomically(List.of(operation(i % 3, "x" + i, 2), operation(3 + i % 2, "y" + i, i % 3)));
            assertThat(Files.size(file)).isLessThan(4_096 + 256);
        }
        journal.close();

        Container again = container(ChangeLog.NONE);
        ContainerJournal reopened = new ContainerJournal(file, Runnable::run, compactAbove);
        reopened.restore(again);
        reopened.close();
        assertThat(documents(again)).isEqualTo(documents(container)).isNotEmpty();
        assertThat(again.partitions().get(0).lsn()).isEqualTo(partition.lsn());
        assertThat(again.lastSequence()).isEqualTo(container.lastSequence());
    }

    @Example
    void a_journal_that_cannot_be_written_anew_goes_on() throws IOException {
        compactAbove = 64;
        file = directory.resolve("container-2.journal");
        Path blocked = Files.createDirectory(directory.resolve("container-2.journal.new"));
        ContainerJournal journal = new ContainerJournal(file, Runnable::run, compactAbove);
        journal.openEmpty();
        Container container = container(journal);
        for (int i = 0; i < 20; i++) {
            container
                    .partitions()
                    .get(0)
                    .execute(operation(1, "x" + i, 2))
                    .safe()
                    .block();
        }
        journal.close();
        Files.delete(blocked);

        Container again = container(ChangeLog.NONE);
        new ContainerJournal(file, Runnable::run, compactAbove).restore(again);
        assertThat(documents(again)).isEqualTo(documents(container)).hasSize(1);
    }

    @Example
    void a_receipt_that_fails_stops_neither_the_others_nor_the_writer() throws IOException {
        file = directory.resolve("container-4.journal");
        List<Runnable> tasks = new ArrayList<>();
        ContainerJournal journal = new ContainerJournal(file, tasks::add, compactAbove);
        journal.openEmpty();
        List<String> kept = new ArrayList<>();

        journal.append(List.of(change(1)), receipt(() -> {
            throw new IllegalStateException("f-1");
        }));
        journal.append(List.of(change(2)), receipt(() -> kept.add("f-2")));
        tasks.remove(0).run();
        journal.append(List.of(change(3)), receipt(() -> kept.add("f-3")));
        assertThat(tasks).as("the writer was asked again").hasSize(1);
        tasks.remove(0).run();
        journal.close();

        assertThat(kept).containsExactly("f-2", "f-3");
        Container again = container(ChangeLog.NONE);
        ContainerJournal reopened = new ContainerJournal(file, Runnable::run, compactAbove);
        reopened.restore(again);
        reopened.close();
        assertThat(documents(again)).hasSize(3);
    }

    private static Change change(int number) {
        String id = "f-" + number;
        DocumentKey key = new DocumentKey(Scalar.of("o"), id);
        byte[] json = Json.write(Json.MAPPER.createObjectNode().put("id", id).put("ownerId", "o"));
        return new Change(new DocumentVersion(key, number, number, 0, 0, json), false, number);
    }

    private static ChangeLog.Receipt receipt(Runnable kept) {
        return new ChangeLog.Receipt() {
            @Override
            public void kept() {
                kept.run();
            }

            @Override
            public void refused(ServiceException reason) {
                throw reason;
            }
        };
    }

    private History write(List<Write> writes) throws IOException {
        file = directory.resolve("container-" + ++files + ".journal");
        ContainerJournal journal = new ContainerJournal(file, Runnable::run, compactAbove);
        journal.openEmpty();
        Container container = container(journal);
        PhysicalPartition partition = container.partitions().get(0);
        List<Integer> ends = new ArrayList<>();
        List<Map<String, String>> states = new ArrayList<>(List.of(documents(container)));
        int end = 0;
        for (Write write : writes) {
            PhysicalPartition.PartitionResults results = write.atomic()
                    ? partition.executeAtomically(write.operations())
                    : partition.executeEach(write.operations());
            results.safe().block();
            if (Files.size(file) > end) {
                end = (int) Files.size(file);
                ends.add(end);
                states.add(documents(container));
            }
        }
        journal.close();
        return new History(Files.readAllBytes(file), ends, states);
    }

    static Container container(ChangeLog log) {
        StoreSettings settings = new StoreSettings(
                RequestCharges.calibrated(),
                () -> Instant.ofEpochSecond(1_700_000_000),
                id -> 1,
                () -> false,
                0,
                key -> false);
        Account account = new Account(settings, new Catalogue() {
            @Override
            public void save(Account saved) {}

            @Override
            public ChangeLog logOf(Container.Identity container) {
                return log;
            }

            @Override
            public void drop(Container.Identity container) {}
        });
        return account.createContainerIfAbsent("db", ContainerDefinition.of("flights", "/ownerId"), Provision.DEFAULT);
    }

    /** Each document with its system properties, in the words that a client reads. */
    static Map<String, String> documents(Container container) {
        Map<String, String> documents = new TreeMap<>();
        container
                .partitions()
                .get(0)
                .documents(Selection.ALL, 0)
                .forEach(document -> documents.put(
                        document.key().toString(),
                        document.lsn() + " " + new String(document.toJson(container), StandardCharsets.UTF_8)));
        return documents;
    }

    @Provide
    Arbitrary<List<Write>> writes() {
        Arbitrary<Operation> operation = Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.strings().ofMaxLength(12),
                        Arbitraries.integers().between(0, 3))
                .as(ContainerJournalTest::operation);
        return Combinators.combine(operation.list().ofMinSize(1).ofMaxSize(4), Arbitraries.of(true, false))
                .as(Write::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    private static Operation operation(int id, String text, int kind) {
        Container container = container(ChangeLog.NONE);
        if (kind == 0) {
            return new Operation.Delete(new DocumentKey(Scalar.of("o"), "f-" + id), null);
        }
        byte[] json = Json.write(Json.MAPPER
                .createObjectNode()
                .put("id", "f-" + id)
                .put("ownerId", "o")
                .put("text", text));
        return kind == 1
                ? new Operation.Create(container.scanner().scan(json))
                : new Operation.Upsert(container.scanner().scan(json), null);
    }
}
