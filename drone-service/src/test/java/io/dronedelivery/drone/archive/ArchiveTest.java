package io.dronedelivery.drone.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class ArchiveTest {

    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir
    Path directory;

    private Archive archive;

    private void start(DataSize rollSize, Duration rollInterval, DataSize buffer) {
        ArchiveSettings settings = new ArchiveSettings(
                directory,
                new ArchiveSettings.BlobSettings(null, null, "telemetry"),
                rollSize,
                rollInterval,
                buffer,
                Duration.ofMillis(5),
                Duration.ofMillis(50));
        archive = new Archive(settings, new DirectoryStore(directory, new FileNames("telemetry", Clock.systemUTC())));
        archive.start();
    }

    private void start() {
        start(DataSize.ofMegabytes(1), NEVER, DataSize.ofMegabytes(1));
    }

    @AfterEach
    void stop() {
        archive.close();
    }

    @Test
    void a_batch_is_durable_when_its_file_is_complete() {
        start();
        Lines lines = Lines.of("{\"id\":1}", "{\"id\":2}");

        assertThat(archive.offer(lines)).isTrue();
        assertThat(lines.durable).hasValue(0);
        archive.flush();

        await().until(() -> lines.durable.get() == 1);
        assertThat(content()).containsExactly("{\"id\":1}\n{\"id\":2}\n");
        assertThat(archive.figures().messages()).isEqualTo(2);
        assertThat(archive.figures().files()).isOne();
    }

    @Test
    void a_file_ends_when_it_is_large_enough() {
        start(DataSize.ofBytes(20), NEVER, DataSize.ofMegabytes(1));
        Lines first = Lines.of("{\"id\":1}", "{\"id\":2}", "{\"id\":3}");
        Lines second = Lines.of("{\"id\":4}");

        archive.offer(first);
        await().until(() -> first.durable.get() == 1);
        archive.offer(second);
        archive.close();

        assertThat(second.durable).hasValue(1);
        assertThat(content()).hasSize(2);
    }

    @Test
    void a_file_ends_when_it_is_old_enough() {
        start(DataSize.ofMegabytes(1), Duration.ofMillis(20), DataSize.ofMegabytes(1));
        Lines lines = Lines.of("{\"id\":1}");

        archive.offer(lines);

        await().until(() -> lines.durable.get() == 1);
    }

    /** As on a slow disk, where more waits whenever a batch is written. */
    @Test
    void a_file_ends_when_it_is_old_enough_even_while_more_always_waits() {
        start(DataSize.ofGigabytes(1), Duration.ofMillis(20), DataSize.ofMegabytes(1));
        Lines endless = Lines.of("{\"id\":1}");
        endless.whenWritten(() -> {
            if (endless.durable.get() == 0) {
                archive.offer(endless);
            }
        });

        archive.offer(endless);

        await().until(() -> endless.durable.get() > 0);
    }

    @Test
    void an_urgent_batch_is_durable_in_a_file_that_goes_on() {
        start();
        Lines one = Lines.urgent("{\"id\":1}");
        Lines other = Lines.urgent("{\"id\":2}");

        archive.offer(one);
        await().until(() -> one.durable.get() == 1);
        archive.offer(other);
        await().until(() -> other.durable.get() == 1);
        assertThat(archive.figures().files()).isZero();
        archive.close();

        assertThat(content()).containsExactly("{\"id\":1}\n{\"id\":2}\n");
    }

    @Test
    void what_is_not_durable_is_discarded_when_the_directory_goes_away_and_the_archive_goes_on_when_it_is_back()
            throws IOException {
        start();
        Lines before = Lines.of("{\"id\":1}");
        archive.offer(before);
        await().until(() -> archive.figures().waitingBytes() == 0);
        Path moved = directory.resolveSibling(directory.getFileName() + "-away");
        Files.move(directory, moved);
        Files.writeString(directory, "no directory");

        archive.flush();

        await().until(() -> before.discarded.get() == 1);
        await().until(() -> archive.trouble() == null);
        Lines meanwhile = Lines.of("{\"id\":1}");
        assertThat(archive.offer(meanwhile)).isTrue();
        await().until(() -> meanwhile.discarded.get() == 1);
        assertThat(archive.figures().failures()).isGreaterThanOrEqualTo(2);

        Files.delete(directory);
        Files.move(moved, directory);
        Lines again = offeredUntilTaken();
        archive.flush();
        await().until(() -> again.durable.get() == 1);
        assertThat(content()).containsExactly("{\"id\":1}\n");
        assertThat(before.durable).hasValue(0);
    }

    @Test
    void an_error_of_the_jvm_is_a_failure_as_others_are_and_the_archive_goes_on() {
        start();
        Lines failed = Lines.failing(new NoClassDefFoundError("of the test"));
        archive.offer(failed);

        await().until(() -> failed.discarded.get() == 1);
        assertThat(archive.figures().failures()).isOne();
        Lines again = offeredUntilTaken();
        archive.flush();

        await().until(() -> again.durable.get() == 1);
        assertThat(content()).containsExactly("{\"id\":1}\n");
    }

    @Test
    void an_error_while_batches_are_told_that_they_are_durable_has_each_told_once() {
        start();
        Lines first = Lines.of("{\"id\":1}");
        Lines failing = Lines.failingWhenDurable(new NoClassDefFoundError("of the test"), "{\"id\":2}");
        Lines last = Lines.of("{\"id\":3}");
        for (Lines lines : List.of(first, failing, last)) {
            assertThat(archive.offer(lines)).isTrue();
        }
        await().until(() -> archive.figures().waitingBytes() == 0);

        archive.flush();

        await().until(() -> last.durable.get() + last.discarded.get() > 0);
        await().until(() -> archive.trouble() == null);
        assertThat(List.of(first, failing, last))
                .allSatisfy(lines ->
                        assertThat(lines.durable.get() + lines.discarded.get()).isOne());
    }

    @Test
    void an_error_while_a_batch_is_told_that_it_is_discarded_does_not_end_the_archive() {
        start();
        Lines failing = Lines.failingWhenDiscarded(new NoClassDefFoundError("of the test"));
        archive.offer(failing);
        await().until(() -> failing.discarded.get() == 1);

        Lines again = offeredUntilTaken();
        archive.flush();

        await().until(() -> again.durable.get() == 1);
    }

    private Lines offeredUntilTaken() {
        Lines lines = Lines.of("{\"id\":1}");
        await().until(() -> archive.offer(lines));
        return lines;
    }

    @Test
    void a_full_buffer_takes_nothing() {
        start(DataSize.ofMegabytes(1), NEVER, DataSize.ofBytes(0));

        assertThat(archive.offer(Lines.of("{\"id\":1}"))).isFalse();
    }

    private List<String> content() {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.toString().endsWith(".jsonl"))
                    .sorted()
                    .map(ArchiveTest::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(5));
    }
}
