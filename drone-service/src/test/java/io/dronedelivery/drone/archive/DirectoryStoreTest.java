package io.dronedelivery.drone.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.servicekit.environment.RefusedStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class DirectoryStoreTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path directory;

    private DirectoryStore store() {
        DirectoryStore store = new DirectoryStore(directory, new FileNames("telemetry", NOON));
        store.open();
        return store;
    }

    @Test
    void a_file_is_seen_when_it_is_complete_and_not_before() throws IOException {
        ArchiveFile file = store().create();
        write(file, "{\"id\":1}\n");
        assertThat(seen()).isEmpty();

        file.finish();

        assertThat(seen()).hasSize(1);
        assertThat(directory.relativize(seen().get(0)).toString())
                .matches("date=2026-11-22/telemetry-20261122T120000000Z-[0-9a-f]{8}-000002\\.jsonl");
        assertThat(seen().get(0)).hasContent("{\"id\":1}");
        assertThat(underWay()).isEmpty();
    }

    @Test
    void what_was_not_forced_leaves_nothing_when_it_is_discarded() throws IOException {
        ArchiveFile file = store().create();
        write(file, "{\"id\":1}\n");

        file.discard();

        assertThat(seen()).isEmpty();
        assertThat(underWay()).isEmpty();
    }

    @Test
    void what_was_forced_stays_when_the_rest_is_discarded() throws IOException {
        DirectoryStore store = store();
        ArchiveFile file = store.create();
        write(file, "{\"id\":1}\n");
        file.force();
        write(file, "{\"id\":2}\n");
        file.discard();

        store.recover();

        assertThat(seen()).hasSize(1);
        assertThat(seen().get(0)).hasContent("{\"id\":1}");
    }

    @Test
    void a_dead_writer_s_file_that_nobody_was_told_of_is_deleted() throws IOException {
        DirectoryStore store = store();
        left("telemetry-20261121T235959999Z-0123abcd-000007.jsonl.part", "{\"id\":1}\n{\"id\":2");

        store.recover();

        assertThat(seen()).isEmpty();
        assertThat(underWay()).isEmpty();
    }

    @Test
    void a_dead_writer_s_forced_file_joins_the_archive_without_its_torn_line() throws IOException {
        DirectoryStore store = store();
        left("telemetry-20261121T235959999Z-0123abcd-000007.jsonl.open", "{\"id\":1}\n{\"id\":2}\n{\"id\":3");

        store.recover();

        assertThat(underWay()).isEmpty();
        assertThat(seen())
                .containsExactly(
                        directory.resolve("date=2026-11-21/telemetry-20261121T235959999Z-0123abcd-000007.jsonl"));
        assertThat(seen().get(0)).hasContent("{\"id\":1}\n{\"id\":2}");
    }

    @Test
    void a_dead_writer_s_file_of_another_channel_goes_to_its_own_day() throws IOException {
        DirectoryStore store = store();
        left("t-20261119T000000000Z-0123abcd-000007.jsonl.open", "{\"id\":1}\n");
        left("drone-telemetry-20261120T000000000Z-0123abcd-1000000.jsonl.open", "{\"id\":2}\n");
        left("telemetry-20261118T000000000Z-0123abcd-000001-20261121T235959999Z-0123abcd-000007.jsonl.open", "{}\n");

        store.recover();

        assertThat(underWay()).isEmpty();
        assertThat(seen())
                .extracting(file -> directory.relativize(file).toString())
                .containsExactlyInAnyOrder(
                        "date=2026-11-19/t-20261119T000000000Z-0123abcd-000007.jsonl",
                        "date=2026-11-20/drone-telemetry-20261120T000000000Z-0123abcd-1000000.jsonl",
                        "date=2026-11-21/telemetry-20261118T000000000Z-0123abcd-000001-20261121T235959999Z-0123abcd-000007.jsonl");
    }

    @Test
    void a_file_that_no_writer_has_named_is_left_alone() throws IOException {
        DirectoryStore store = store();
        List<String> names = List.of("notes.txt", "t.open", "telemetry-20261121.jsonl.open", "telemetry-of-today.part");
        for (String name : names) {
            left(name, "mine\n");
        }

        store.recover();

        assertThat(underWay())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(seen()).isEmpty();
    }

    /** Nobody may write to a directory, not even the administrator that tests may run as. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void what_cannot_be_opened_keeps_no_other_file_from_the_archive_and_each_is_told_once(CapturedOutput log)
            throws IOException {
        DirectoryStore store = store();
        for (String name : List.of("part", "open")) {
            Files.createDirectory(directory
                    .resolve(DirectoryStore.WRITING)
                    .resolve("telemetry-20261121T235959999Z-0123abcd-000007.jsonl." + name));
        }
        left("telemetry-20261121T235959999Z-0123abcd-000008.jsonl.open", "{\"id\":1}\n");

        store.recover();
        store.recover();

        assertThat(log.getAll().lines().filter(line -> line.contains(directory + "/.writing/")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("WARN", "cannot be dealt with"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains(".jsonl.part"))
                .satisfiesOnlyOnce(line -> assertThat(line).contains(".jsonl.open"));
        assertThat(underWay()).isEmpty();
        assertThat(seen()).singleElement().satisfies(file -> assertThat(file).hasContent("{\"id\":1}"));
    }

    @Test
    void a_living_writer_s_file_is_left_alone() throws IOException {
        ArchiveFile alive = store().create();
        write(alive, "{\"id\":1}\n");

        store().recover();
        alive.finish();

        assertThat(seen()).hasSize(1);
        assertThat(seen().get(0)).hasContent("{\"id\":1}");
    }

    @Test
    void a_directory_that_cannot_be_made_is_refused_with_the_name_of_its_setting() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        DirectoryStore store = new DirectoryStore(file.resolve("archive"), new FileNames("telemetry", NOON));

        assertThatThrownBy(store::open)
                .isInstanceOfSatisfying(
                        RefusedStartException.class,
                        refused -> assertThat(refused.action()).contains("drone.telemetry.archive.directory"))
                .hasMessageContaining(file.toString());
    }

    private void left(String name, String content) throws IOException {
        Files.writeString(directory.resolve(DirectoryStore.WRITING).resolve(name), content);
    }

    private static void write(ArchiveFile file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        file.write(bytes, bytes.length);
    }

    private List<Path> seen() throws IOException {
        return files().filter(path -> path.toString().endsWith(".jsonl")).toList();
    }

    private List<Path> underWay() throws IOException {
        return files().filter(path -> path.startsWith(directory.resolve(DirectoryStore.WRITING)))
                .toList();
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList().stream();
        }
    }
}
