package io.dronedelivery.localstack.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory that PostgreSQL is unpacked to: one for all servers of this JVM, since it is unpacked once, and removed with the last of
 * them. Thread-safe.
 */
final class PostgresBinaries {

    private static @Nullable Path directory;
    private static int users;

    private PostgresBinaries() {}

    static synchronized Path acquire() throws IOException {
        Path used = directory;
        if (used == null) {
            used = Files.createTempDirectory("drone-delivery-postgres-");
            // Else it would make a directory of its own and leave it there.
            System.setProperty("ot.epg.working-dir", used.toString());
            directory = used;
        }
        users++;
        return used;
    }

    static synchronized void release() throws IOException {
        users--;
        if (users == 0 && directory != null) {
            FileSystemUtils.deleteRecursively(directory);
            directory = null;
        }
    }
}
