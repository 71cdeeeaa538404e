package io.dronedelivery.localkafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** The directory of a broker: a temporary one that is deleted with it, or one that stays and belongs to one broker at a time. */
final class KafkaFiles implements AutoCloseable {

    /** Kafka writes it last when it formats a directory. */
    private static final String FORMATTED = "meta.properties";

    static final String LOCK = "kafka.lock";

    private final Path directory;
    private final boolean kept;
    private final FileChannel lock;

    private KafkaFiles(Path directory, boolean kept) throws IOException {
        this.directory = directory;
        this.kept = kept;
        this.lock = lock(directory);
    }

    /**
     * Opens a directory, and formats it unless it is formatted.
     *
     * @param directory null for a temporary one
     * @throws IllegalStateException when another broker uses the directory
     */
    static KafkaFiles open(@Nullable Path directory) {
        try {
            Path path = directory == null
                    ? Files.createTempDirectory("local-kafka-")
                    : Files.createDirectories(directory).toAbsolutePath();
            KafkaFiles files = new KafkaFiles(path, directory != null);
            files.formatOnce();
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("the data directory %s cannot be used: %s".formatted(directory, e), e);
        }
    }

    Path logs() {
        return directory.resolve("logs");
    }

    /** Releases the directory. A temporary one is deleted. */
    @Override
    public void close() {
        try {
            if (!kept) {
                delete(directory);
            } else {
                Files.deleteIfExists(directory.resolve(LOCK));
            }
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void formatOnce() throws IOException {
        if (Files.exists(logs().resolve(FORMATTED))) {
            return;
        }
        // Files without the mark are of an interrupted formatting.
        delete(logs());
        Files.createDirectories(logs());
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(BrokerSettings.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName("CONTROLLER")
                    .addDirectory(logs().toString())
                    .setMetadataLogDirectory(logs().toString())
                    .run();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot be formatted: " + e.getMessage(), e);
        }
    }

    private static FileChannel lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException lockedByThisProcess) {
            lock = null;
        }
        if (lock == null) {
            String holder = Files.readString(file).strip();
            channel.close();
            throw new IllegalStateException(
                    "the data directory %s is in use by process %s; stop it or choose another directory"
                            .formatted(directory, holder.isEmpty() ? "(unknown)" : holder));
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    private static void delete(Path root) throws IOException {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure) throws IOException {
                    Files.deleteIfExists(left);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException nothingThere) {
            // The desired state.
        }
    }
}
