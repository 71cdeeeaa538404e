package io.dronedelivery.localstack.store;

import io.dronedelivery.localstack.option.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The directory with the files of PostgreSQL, the local Cosmos DB, the broker and the local issuer. It is temporary and removed when the
 * stack stops, or it is kept.
 *
 * <p>A kept directory has a marker file with the options of its sample data, written when all of it was loaded. Without the marker the
 * loading was interrupted, and starts again from nothing. A lock keeps a second stack out. The operating system releases it even when the
 * process is killed.
 */
public final class DataDirectory implements AutoCloseable {

    private static final String MARKER = "sample-data.properties";
    private static final String LOCK = "lock";

    private static final String POSTGRES = "postgres";
    private static final String COSMOS = "cosmos";
    private static final String SERVICE_BUS = "service-bus";
    private static final String KAFKA = "kafka";
    private static final String AUTH = "auth";
    private static final String TEMPORARY = "temporary";

    private static final Set<String> OWN_FILES =
            Set.of(LOCK, MARKER, MARKER + ".new", POSTGRES, COSMOS, SERVICE_BUS, KAFKA, AUTH, TEMPORARY);

    private final Path path;
    private final boolean kept;
    private final @Nullable FileChannel lockFile;

    private DataDirectory(Path path, boolean kept, @Nullable FileChannel lockFile) {
        this.path = path;
        this.kept = kept;
        this.lockFile = lockFile;
    }

    /** A new directory under the system's temporary directory, removed when closed. */
    public static DataDirectory temporary() throws IOException {
        return new DataDirectory(Files.createTempDirectory("drone-delivery-"), false, null);
    }

    /**
     * Opens a directory: a new or empty one, or that of an earlier run that has ended or was killed.
     *
     * @throws UsageException when it has other content or is in use
     */
    public static DataDirectory kept(Path path) throws IOException {
        requireOwnFiles(path);
        Files.createDirectories(path);
        FileChannel lockFile = lock(path);
        DataDirectory directory = new DataDirectory(path, true, lockFile);
        OrphanedPostgres.stopIn(directory.postgres());
        if (directory.madeFrom().isEmpty()) {
            directory.deleteStores();
        }
        return directory;
    }

    public Path postgres() {
        return path.resolve(POSTGRES);
    }

    /** The journal of the local Cosmos DB. */
    public Path cosmos() {
        return path.resolve(COSMOS);
    }

    public Path serviceBus() {
        return path.resolve(SERVICE_BUS);
    }

    public Path kafka() {
        return path.resolve(KAFKA);
    }

    /** The signing keys of the local issuer. They do not depend on the data, and stay when it is loaded again. */
    public Path auth() {
        return path.resolve(AUTH);
    }

    /** Temporary files, among them exporters' unsent data. They are removed with the stack. */
    public Path temporaryFiles() {
        return path.resolve(TEMPORARY);
    }

    /** Whether the state stays after the stack has stopped. */
    public boolean isKept() {
        return kept;
    }

    public Path path() {
        return path;
    }

    Optional<Path> lock() {
        return kept ? Optional.of(path.resolve(LOCK)) : Optional.empty();
    }

    /** The options that the data was made with, by name; empty unless all of it is present. */
    public Optional<Map<String, String>> madeFrom() throws IOException {
        Path marker = path.resolve(MARKER);
        if (!Files.exists(marker)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(marker)) {
            properties.load(reader);
        }
        Map<String, String> options = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> options.put(name, properties.getProperty(name)));
        return Optional.of(options);
    }

    public void markComplete(Map<String, String> options) throws IOException {
        if (!kept) {
            return;
        }
        StringBuilder text = new StringBuilder("# The sample data of this directory was made with:\n");
        options.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        Path draft = path.resolve(MARKER + ".new");
        Files.writeString(draft, text);
        Files.move(draft, path.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Releases the directory. A temporary one is removed with its content. */
    @Override
    public void close() throws IOException {
        if (!kept) {
            FileSystemUtils.deleteRecursively(path);
        }
        if (lockFile != null) {
            Files.deleteIfExists(path.resolve(LOCK));
            lockFile.close();
        }
    }

    private void deleteStores() throws IOException {
        FileSystemUtils.deleteRecursively(postgres());
        FileSystemUtils.deleteRecursively(cosmos());
        FileSystemUtils.deleteRecursively(serviceBus());
        FileSystemUtils.deleteRecursively(kafka());
    }

    private static void requireOwnFiles(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (!Files.isDirectory(path)) {
            throw new UsageException("--local.data-dir=" + path + ": is not a directory");
        }
        try (var entries = Files.list(path)) {
            boolean foreign =
                    entries.map(entry -> entry.getFileName().toString()).anyMatch(name -> !OWN_FILES.contains(name));
            if (foreign) {
                throw new UsageException("--local.data-dir=" + path
                        + ": holds files that the local stack has not written; choose a new or empty directory");
            }
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        Path file = path.resolve(LOCK);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException lockedByThisProcess) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            String holder = Files.readString(file).strip();
            throw new UsageException("--local.data-dir=%s: is in use by process %s; stop it or choose another directory"
                    .formatted(path, holder.isEmpty() ? "(unknown)" : holder));
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
        return channel;
    }
}
