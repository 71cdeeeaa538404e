package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final Path file;
    private final Executor writer;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final long compactAbove;
    private @Nullable Container container;
    private @Nullable FileChannel channel;
    private long size;
    private long sizeAfterCompaction;
    private volatile @Nullable IOException failure;

    private record Pending(ByteBuffer record, Receipt receipt) {}

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
        queue.add(new Pending(ByteBuffer.wrap(JournalCodec.record(changes)), receipt));
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
        channel = openToAppend(file);
        size = channel.size();
        sizeAfterCompaction = size;
    }

    private static FileChannel openToAppend(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** Begins an empty file, which replaces any file of this name. */
    void openEmpty() throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Must be called after the last append. */
    void close() throws IOException {
        if (channel != null) {
            channel.close();
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
        if (failed == null && size > compactAbove && size / 2 > sizeAfterCompaction) {
            compactWhileRunning();
        }
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
        try {
            FileChannel before = Objects.requireNonNull(channel);
            channel = compact(Objects.requireNonNull(container));
            before.close();
            size = channel.size();
        } catch (IOException e) {
            log.warn("{} could not be written anew and goes on as it is", file, e);
        }
        sizeAfterCompaction = size;
    }

    private void writeAll(List<Pending> together) throws IOException {
        if (channel == null) {
            throw new IOException("The journal is not open");
        }
        ByteBuffer[] records = together.stream().map(Pending::record).toArray(ByteBuffer[]::new);
        for (int i = 0; i < records.length; i++) {
            while (records[i].hasRemaining()) {
                size += channel.write(records, i, records.length - i);
            }
        }
    }

    private ServiceException unwritable(IOException cause) {
        return ServiceException.unavailable("The journal " + file + " cannot be written: " + cause + ".");
    }

    /** Returns the number of entries. */
    private long replay(Container container) throws IOException {
        JournalReader.JournalContent read = JournalReader.read(file, container);
        if (read.torn() > 0) {
            log.warn(
                    "{} ends in the middle of a write that was never answered; {} bytes are cut off",
                    file,
                    read.torn());
            try (FileChannel torn = FileChannel.open(file, StandardOpenOption.WRITE)) {
                torn.truncate(read.bytes());
            }
        }
        return read.entries();
    }

    /** Writes the documents and the position of each partition to a new file that replaces this one. Returns the new file, at its end. */
    private FileChannel compact(Container container) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(fresh), 1 << 16)) {
            for (PhysicalPartition partition : container.partitions()) {
                for (DocumentVersion document : partition.changesAfter(0, Selection.ALL)) {
                    out.write(JournalCodec.record(List.of(new Change(document, false, document.lsn()))));
                }
                out.write(JournalCodec.position(partition.index(), partition.lsn(), container.lastSequence()));
            }
        }
        FileChannel end = openToAppend(fresh);
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            end.close();
            throw e;
        }
        return end;
    }
}
