package io.dronedelivery.localstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * A directory of links to a PostgreSQL that is unpacked already, which takes a short-lived JVM three seconds of processor time. Whose server
 * a process is, its command says.
 */
final class OwnPostgres implements AutoCloseable {

    /** Names the directory of an unpacked PostgreSQL to those who start one. */
    static final String KEPT = "LOCAL_POSTGRES_BINARIES";

    private final @Nullable Path directory;

    private OwnPostgres(@Nullable Path directory) {
        this.directory = directory;
    }

    /** Of none when none is unpacked yet. */
    static OwnPostgres create() throws IOException {
        Path kept = Path.of(System.getenv().getOrDefault(KEPT, "none"));
        return isUnpacked(kept) ? new OwnPostgres(linked(kept)) : none();
    }

    /** Whose stack unpacks it itself. */
    static OwnPostgres none() {
        return new OwnPostgres(null);
    }

    void nameIn(ProcessBuilder stack) {
        if (directory == null) {
            stack.environment().remove(KEPT);
        } else {
            stack.environment().put(KEPT, directory.toString());
        }
    }

    boolean runs(String command) {
        return directory != null && command.startsWith(directory.toString());
    }

    @Override
    public void close() throws IOException {
        FileSystemUtils.deleteRecursively(directory);
    }

    /** Its version's directory has a marker when it is whole. */
    private static boolean isUnpacked(Path kept) throws IOException {
        if (!Files.isDirectory(kept)) {
            return false;
        }
        try (Stream<Path> markers = Files.find(kept, 3, (file, attributes) -> file.endsWith(".exists"))) {
            return markers.findAny().isPresent();
        }
    }

    private static Path linked(Path kept) throws IOException {
        Path own = Files.createTempDirectory(kept.getParent(), "postgres-of-a-stack-");
        List<Path> all;
        try (Stream<Path> found = Files.walk(kept)) {
            all = found.skip(1).toList();
        }
        for (Path file : all) {
            Path here = own.resolve(kept.relativize(file));
            if (Files.isDirectory(file)) {
                Files.createDirectory(here);
            } else {
                Files.createLink(here, file);
            }
        }
        return own;
    }
}
