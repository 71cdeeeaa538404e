package io.dronedelivery.localjournal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Reserves a data directory for one stand-in. The operating system frees the lock when the process dies, however it dies. */
public final class DirectoryLock implements AutoCloseable {
    private final FileChannel file;

    private DirectoryLock(FileChannel file) {
        this.file = file;
    }

    /** @return the lock of the directory, which is made when there is none; null when another stand-in of this or another process has it */
    public static @Nullable DirectoryLock tryLock(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel file =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isLocked(file)) {
            return new DirectoryLock(file);
        }
        file.close();
        return null;
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another stand-in of this process has it
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
