package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory with the unpacked PostgreSQL. Unpacking takes seconds of processor time. One directory serves all servers of this JVM and
 * is removed with the last of them. A kept one also serves other JVMs and the next start. Thread-safe.
 */
final class PostgresBinaries {

    /** An environment variable with the directory to keep; child processes inherit it. */
    static final String KEPT = "LOCAL_POSTGRES_BINARIES";

    private static final Path NOT_KEPT = Path.of("");

    private static @Nullable Path directory;
    private static boolean stays;
    private static int users;

    private PostgresBinaries() {}

    /** The directory to keep, or an empty path without one. */
    static Path kept() {
        return Path.of(System.getenv().getOrDefault(KEPT, ""));
    }

    /** @param kept empty for a temporary directory */
    static synchronized void acquire(Path kept) throws IOException {
        if (directory == null) {
            stays = !kept.equals(NOT_KEPT);
            directory = stays ? closed(kept) : Files.createTempDirectory("drone-delivery-postgres-");
            // Otherwise it would create another directory and leave it there.
            System.setProperty("ot.epg.working-dir", directory.toString());
        }
        users++;
    }

    /** The paths to remove after the end of this JVM. */
    static synchronized List<Path> thrownAway() {
        return directory == null || stays ? List.of() : List.of(directory);
    }

    static synchronized void release() throws IOException {
        users--;
        if (users == 0 && directory != null) {
            if (!stays) {
                FileSystemUtils.deleteRecursively(directory);
            }
            directory = null;
        }
    }

    /** A directory that only its owner can enter: a user who can write to it decides which program runs. */
    private static Path closed(Path kept) throws IOException {
        Path closed = Files.createDirectories(kept.toAbsolutePath());
        if (Files.getFileStore(closed).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
        // A subdirectory, because the unpacking widens the permissions of its target.
        return Files.createDirectories(closed.resolve("unpacked"));
    }
}
