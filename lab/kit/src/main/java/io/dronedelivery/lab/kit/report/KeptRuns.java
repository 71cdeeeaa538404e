package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.process.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of an experiment while it runs: no other process may run it there. The newest run is in the folder itself, and up to ten earlier
 * ones are in {@code earlier}, each in a folder that is named by its start.
 */
public final class KeptRuns implements AutoCloseable {

    private static final String RESULTS = "results.json";
    private static final List<String> FILES = List.of("index.html", "results.md", RESULTS, "logs");
    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final FileChannel lock;

    /**
     * Keeps the run that is in the folder, if it has finished a test; one that has not is deleted.
     *
     * @throws IllegalStateException when another process runs the experiment there
     */
    public KeptRuns(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder);
        lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw new IllegalStateException(
                    "another process runs it in " + folder + "; wait for it, or choose another -Dlab.output");
        }
        keep();
    }

    private Path earlier() {
        return folder.resolve("earlier");
    }

    private void keep() throws IOException {
        Optional<JsonNode> last = read(folder.resolve(RESULTS));
        if (last.isPresent() && !last.get().path("runs").isEmpty()) {
            long started = last.get().at("/tests/started").asLong(0);
            Instant start = started > 0
                    ? Instant.ofEpochMilli(started)
                    : Files.getLastModifiedTime(folder.resolve(RESULTS)).toInstant();
            Path kept = earlier()
                    .resolve(start.truncatedTo(ChronoUnit.SECONDS).toString().replace(':', '-'));
            Folders.delete(kept);
            Files.createDirectories(kept);
            for (String file : FILES) {
                if (Files.exists(folder.resolve(file))) {
                    Files.move(folder.resolve(file), kept.resolve(file));
                }
            }
        }
        for (String file : FILES) {
            Folders.delete(folder.resolve(file));
        }
        newestFirst().stream().skip(10).forEach(Folders::delete);
    }

    private List<Path> newestFirst() throws IOException {
        if (!Files.isDirectory(earlier())) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(earlier())) {
            return runs.sorted(Comparator.reverseOrder()).toList();
        }
    }

    /** The results of the newest earlier run of this profile that can be read. */
    public Optional<JsonNode> before(String profile) throws IOException {
        for (Path run : newestFirst()) {
            Optional<JsonNode> results = read(run.resolve(RESULTS))
                    .filter(all -> all.path("profile").asString("").equals(profile));
            if (results.isPresent()) {
                return results;
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> read(Path results) throws IOException {
        try {
            return Files.exists(results) ? Optional.of(JSON.readTree(Files.readString(results))) : Optional.empty();
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
