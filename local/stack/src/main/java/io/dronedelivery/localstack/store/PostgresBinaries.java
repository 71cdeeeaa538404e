package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory that PostgreSQL is unpacked to, which takes seconds of processor time: one for all servers of this JVM, removed with the
 * last of them, or one that is kept for other JVMs and the next start. Thread-safe.
 */
final class PostgresBinaries {

    /** An environment variable, which processes pass on to those that they start; names the directory to keep. */
    static final String KEPT = "LOCAL_POSTGRES_BINARIES";

    private static final Path NOT_KEPT = Path.of("");

    private static @Nullable Path directory;
    private static boolean stays;
    private static int users;

    private PostgresBinaries() {}

    /** Where they are kept, an empty path if they are not. */
    static Path kept() {
        return Path.of(System.getenv().getOrDefault(KEPT, ""));
    }

    /** @param kept empty for a temporary directory */
    static synchronized void acquire(Path kept) throws IOException {
        if (directory == null) {
            stays = !kept.equals(NOT_KEPT);
            directory = stays ? closed(kept) : Files.createTempDirectory("drone-delivery-postgres-");
            // Else it would make a directory of its own and leave it there.
            System.setProperty("ot.epg.working-dir", directory.toString());
        }
        users++;
    }

    /** What is of no use any more when this JVM is gone. */
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

    /** Nobody but its owner gets into it, since who writes to it decides what runs. */
    private static Path closed(Path kept) throws IOException {
        Path closed = Files.createDirectories(kept.toAbsolutePath());
        if (Files.getFileStore(closed).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
        // Its own permissions are widened by what unpacks into it.
        return Files.createDirectories(closed.resolve("unpacked"));
    }
}
