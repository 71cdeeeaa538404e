package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.Restoration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Stores a broker's state in a directory. Every change is written before its acknowledgement is sent, and all changes of a round are one
 * frame. So nothing acknowledged is lost when the process is killed, and a batch or transaction is stored as a whole or not at all. A
 * failure of the machine may lose data that the operating system had not written to the device.
 */
public final class BrokerJournal implements AutoCloseable {
    private static final String NAME = "servicebus.journal";
    /** A journal is rewritten when it has grown by this factor... */
    private static final int GROWTH = 4;
    /** ...and has at least this many bytes. */
    private static final long MIN_REWRITE = 64L * 1024 * 1024;

    private final Path directory;
    private final Broker broker;
    private final FileChannel lockChannel;
    private final long minRewrite;
    private JournalFile file;
    private long rewriteAt;
    private boolean failed;

    private BrokerJournal(Path directory, Broker broker, FileChannel lockChannel, long minRewrite) throws IOException {
        this.directory = directory;
        this.broker = broker;
        this.lockChannel = lockChannel;
        this.minRewrite = minRewrite;
        this.file = rewrite();
    }

    /**
     * Restores the content of the directory, and stores the broker's state there from now on. Runs on the broker's event loop.
     *
     * @throws IllegalArgumentException when the directory cannot be used, is used by another process, or does not match the entities
     */
    public static BrokerJournal open(Path directory, Broker broker) {
        return open(directory, broker, MIN_REWRITE);
    }

    static BrokerJournal open(Path directory, Broker broker, long minRewrite) {
        try {
            Files.createDirectories(directory);
            FileChannel lockChannel = lock(directory);
            try {
                restore(directory.resolve(NAME), broker);
                return new BrokerJournal(directory, broker, lockChannel, minRewrite);
            } catch (IOException | RuntimeException e) {
                lockChannel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the data directory %s cannot be used: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static void restore(Path path, Broker broker) throws IOException {
        if (Files.exists(path)) {
            Restoration restoration = broker.restoration();
            JournalFile.read(path, new RecordReader(broker.codec(), restoration)::read);
            restoration.finish();
        }
    }

    /** Locks the directory. The operating system releases the lock when the process ends for any reason. */
    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another bus of this process has it.
        }
        channel.close();
        throw new IllegalArgumentException(
                "the data directory %s is in use by another local Service Bus".formatted(directory));
    }

    /** Writes a file with the present content only, which replaces the old one. */
    private JournalFile rewrite() throws IOException {
        JournalFile fresh = JournalFile.create(directory.resolve(NAME + ".new"));
        boolean done = false;
        try {
            RecordWriter writer = new RecordWriter(broker.codec(), payload -> append(fresh, payload));
            rewriteAt = Long.MAX_VALUE;
            broker.describe(writer);
            fresh.force();
            Files.move(
                    fresh.path(),
                    directory.resolve(NAME),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            broker.log(writer);
            rewriteAt = Math.max(minRewrite, fresh.size() * GROWTH);
            done = true;
            return fresh;
        } finally {
            if (!done) {
                fresh.close();
            }
        }
    }

    /** Appends a frame. After any failure nothing is acknowledged any more, because the content of the file is unknown. */
    private void append(JournalFile to, ByteBuffer payload) {
        if (failed) {
            throw new IllegalStateException("the journal in %s has failed before".formatted(directory));
        }
        boolean done = false;
        try {
            to.append(payload);
            if (to.size() > rewriteAt) {
                JournalFile old = file;
                file = rewrite();
                old.close();
            }
            done = true;
        } catch (IOException e) {
            throw new UncheckedIOException("the journal in %s cannot be written".formatted(directory), e);
        } finally {
            failed = !done;
        }
    }

    @Override
    public void close() {
        try (lockChannel) {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the journal in %s cannot be closed".formatted(directory), e);
        }
    }
}
