package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localjournal.Frame;
import io.dronedelivery.localjournal.JournalFile;
import io.dronedelivery.localjournal.JournalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of one container: an append-only file. A client receives the answer to a write when the operating system has its record. So
 * the write survives the end of the process, but not of the machine, because there is no fsync for each write. Records that arrive during a
 * write of the file are written together. Changes may come from any thread; the file belongs to the writer.
 */
final class ContainerJournal implements ChangeLog {
    private static final Logger log = LoggerFactory.getLogger(ContainerJournal.class);

    /** Documents are written anew in frames of about this many bytes. */
    private static final int LARGE = 64 * 1024;

    private final Path file;
    private final Executor writer;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final long compactAbove;
    private @Nullable Container container;
    private @Nullable JournalFile open;
    private long sizeAfterCompaction;
    private volatile @Nullable IOException failure;

    private record Pending(ByteBuffer frame, Receipt receipt) {}

    /**
     * @param writer the one thread that writes the file
     * @param compactAbove the file is never compacted up to this many bytes
     */
    ContainerJournal(Path file, Executor writer, long compactAbove) {
        this.file = file;
        this.writer = writer;
        this.compactAbove = compactAbove;
    }

    @Override
    public void serve(Container served) {
        container = served;
    }

    @Override
    public void append(List<Change> changes, Receipt receipt) {
        IOException failed = failure;
        if (failed != null) {
            receipt.refused(unwritable(failed));
            return;
        }
        queue.add(new Pending(JournalCodec.frame(changes), receipt));
        if (pending.getAndIncrement() == 0) {
            writer.execute(this::writePending);
        }
    }

    /**
     * Reads the file into the container, truncates a torn end, and rewrites the file when much of it is history.
     *
     * @throws IOException also when the file is damaged
     */
    void restore(Container container) throws IOException {
        if (Files.exists(file)) {
            long entries = replay(container);
            long documents = container.partitions().stream()
                    .mapToLong(PhysicalPartition::documentCount)
                    .sum();
            if (entries > documents + documents / 10 + container.partitions().size()) {
                compact(container).close();
            }
        }
        open = JournalFile.open(file, JournalCodec.FORMAT);
        sizeAfterCompaction = open.size();
    }

    /** Begins an empty file, which replaces any file of this name. */
    void openEmpty() throws IOException {
        open = JournalFile.create(file, JournalCodec.FORMAT);
    }

    /** Must be called after the last append. */
    void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    private void writePending() {
        int missed = pending.get();
        do {
            List<Pending> together = new ArrayList<>(missed);
            for (Pending next = queue.poll(); next != null; next = queue.poll()) {
                together.add(next);
            }
            try {
                write(together);
            } catch (RuntimeException | Error e) { // the writer continues, or every later write would wait for it
                log.error("{}: the writer failed and goes on", file, e);
            }
            missed = pending.addAndGet(-together.size());
        } while (missed > 0);
    }

    /** After a failure nothing is written any more, because the file may end in the middle of a record. */
    private void write(List<Pending> together) {
        if (failure == null) {
            try {
                writeAll(together);
            } catch (IOException e) {
                failure = e;
                log.error("{} cannot be written; writes are refused from now on", file, e);
            }
        }
        IOException failed = failure;
        together.forEach(each -> tell(each.receipt(), failed));
        if (failed == null && hasGrown(Objects.requireNonNull(open).size())) {
            compactWhileRunning();
        }
    }

    private boolean hasGrown(long size) {
        return size > compactAbove && size / 2 > sizeAfterCompaction;
    }

    /** Notifies a receipt. Its failure affects only its own partition. */
    private void tell(Receipt receipt, @Nullable IOException failed) {
        try {
            if (failed == null) {
                receipt.kept();
            } else {
                receipt.refused(unwritable(failed));
            }
        } catch (RuntimeException | Error e) {
            log.error("{}: a partition failed to take what became of a write", file, e);
        }
    }

    /** Compacts between two writes. Then readers see all written changes, and their view equals the content of the file. */
    private void compactWhileRunning() {
        JournalFile before = Objects.requireNonNull(open);
        try {
            open = compact(Objects.requireNonNull(container));
            before.close();
        } catch (IOException e) {
            log.warn("{} could not be written anew and goes on as it is", file, e);
        }
        sizeAfterCompaction = open.size();
    }

    private void writeAll(List<Pending> together) throws IOException {
        if (open == null) {
            throw new IOException("The journal is not open");
        }
        open.append(together.stream().map(Pending::frame).toArray(ByteBuffer[]::new));
    }

    private ServiceException unwritable(IOException cause) {
        return ServiceException.unavailable("The journal " + file + " cannot be written: " + cause + ".");
    }

    /** Returns the number of entries. */
    private long replay(Container container) throws IOException {
        AtomicLong entries = new AtomicLong();
        JournalReader.JournalContent read = JournalReader.read(
                file, JournalCodec.FORMAT, payload -> entries.addAndGet(JournalCodec.restore(payload, container)));
        JournalReader.cutOff(file, read);
        return entries.get();
    }

    /** Writes the documents and the position of each partition to a new file that replaces this one. Returns the new file. */
    private JournalFile compact(Container container) throws IOException {
        JournalFile fresh = JournalFile.replacementOf(file, JournalCodec.FORMAT);
        try {
            Frame frame = new Frame();
            for (PhysicalPartition partition : container.partitions()) {
                for (DocumentVersion document : partition.changesAfter(0, Selection.ALL)) {
                    JournalCodec.add(new Change(document, false, document.lsn()), frame);
                    if (frame.size() > LARGE) {
                        fresh.append(frame.toBytes());
                        frame.reset();
                    }
                }
                JournalCodec.addPosition(partition.index(), partition.lsn(), container.lastSequence(), frame);
            }
            fresh.append(frame.toBytes());
            fresh.replace(file);
        } catch (IOException | RuntimeException e) {
            fresh.close();
            throw e;
        }
        return fresh;
    }
}
