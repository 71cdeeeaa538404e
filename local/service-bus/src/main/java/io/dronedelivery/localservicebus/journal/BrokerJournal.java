package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localjournal.DirectoryLock;
import io.dronedelivery.localjournal.JournalFile;
import io.dronedelivery.localjournal.JournalFormat;
import io.dronedelivery.localjournal.JournalReader;
import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.Restoration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stores a broker's state in a directory. Every change is written before its acknowledgement is sent, and all changes of a round are one
 * frame. So nothing acknowledged is lost when the process is killed, and a batch or transaction is stored as a whole or not at all. A
 * failure of the machine may lose data that the operating system had not written to the device.
 */
public final class BrokerJournal implements AutoCloseable {
    static final JournalFormat FORMAT = new JournalFormat("local Service Bus", "LSBJ0001", RecordType::exists);
    private static final String NAME = "servicebus.journal";
    /** A journal is rewritten when it has grown by this factor... */
    private static final int GROWTH = 4;
    /** ...and has at least this many bytes. */
    private static final long MIN_REWRITE = 64L * 1024 * 1024;

    private final Path directory;
    private final Broker broker;
    private final DirectoryLock lock;
    private final long minRewrite;
    private JournalFile file;
    private long rewriteAt;
    private boolean failed;

    private BrokerJournal(Path directory, Broker broker, DirectoryLock lock, long minRewrite) throws IOException {
        this.directory = directory;
        this.broker = broker;
        this.lock = lock;
        this.minRewrite = minRewrite;
        this.file = rewrite();
    }

    /**
     * Restores the content of the directory, and stores the broker's state there from now on. Runs on the broker's event loop.
     *
     * @throws IllegalStateException when the directory cannot be used, is used by another process, or does not match the entities
     */
    public static BrokerJournal open(Path directory, Broker broker) {
        return open(directory, broker, MIN_REWRITE);
    }

    static BrokerJournal open(Path directory, Broker broker, long minRewrite) {
        try {
            DirectoryLock lock = DirectoryLock.tryLock(directory);
            if (lock == null) {
                throw new IllegalStateException(
                        "The data directory %s is in use by another local Service Bus. Stop it, or choose another directory."
                                .formatted(directory));
            }
            try {
                restore(directory.resolve(NAME), broker);
                return new BrokerJournal(directory, broker, lock, minRewrite);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The data directory %s cannot be used: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static void restore(Path path, Broker broker) throws IOException {
        if (Files.exists(path)) {
            Restoration restoration = broker.restoration();
            JournalReader.read(path, FORMAT, new RecordReader(broker.codec(), restoration)::read);
            restoration.finish();
        }
    }

    /** Writes a file with the present content only, which replaces the old one. */
    private JournalFile rewrite() throws IOException {
        Path path = directory.resolve(NAME);
        JournalFile fresh = JournalFile.replacementOf(path, FORMAT);
        boolean done = false;
        try {
            RecordWriter writer = new RecordWriter(broker.codec(), frame -> append(fresh, frame));
            rewriteAt = Long.MAX_VALUE;
            broker.describe(writer);
            fresh.force();
            fresh.replace(path);
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
    private void append(JournalFile to, ByteBuffer frame) {
        if (failed) {
            throw new IllegalStateException("the journal in %s has failed before".formatted(directory));
        }
        boolean done = false;
        try {
            to.append(frame);
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
        try (lock) {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the journal in %s cannot be closed".formatted(directory), e);
        }
    }
}
