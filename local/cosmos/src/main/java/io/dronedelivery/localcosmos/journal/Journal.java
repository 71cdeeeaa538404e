package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.ChangeLog;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.store.StoredDocument;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The journal of one container: an append-only file. A write is told to its client when the operating system has its record, so it
 * survives the death of the process (not of the machine: there is no fsync on each write). Records that come while the file is being
 * written go out together.
 */
final class Journal implements ChangeLog {
    private static final Logger log = LoggerFactory.getLogger(Journal.class);

    private final Path file;
    private final Executor writer;
    private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();
    private @Nullable FileChannel channel;
    private volatile @Nullable IOException failure;

    private record Pending(ByteBuffer record, Sinks.Empty<Void> written) {}

    /** @param writer the one thread on which the file is written */
    Journal(Path file, Executor writer) {
        this.file = file;
        this.writer = writer;
    }

    @Override
    public Mono<Void> append(List<Change> changes) {
        IOException failed = failure;
        if (failed != null) {
            return Mono.error(unwritable(failed));
        }
        Sinks.Empty<Void> written = Sinks.empty();
        queue.add(new Pending(ByteBuffer.wrap(JournalCodec.record(changes)), written));
        if (pending.getAndIncrement() == 0) {
            writer.execute(this::writePending);
        }
        return written.asMono();
    }

    /** Reads the file into the container, cuts a torn end off, and writes the file anew when much of it is history. */
    void restore(Container container) throws IOException {
        if (Files.exists(file)) {
            long entries = replay(container);
            long documents = container.partitions().stream()
                    .mapToLong(PhysicalPartition::documentCount)
                    .sum();
            if (entries > documents + documents / 10 + container.partitions().size()) {
                compact(container);
            }
        }
        open();
    }

    void open() throws IOException {
        channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** To be called when nothing is appended any more. */
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
            write(together);
            missed = pending.addAndGet(-together.size());
        } while (missed > 0);
    }

    private void write(List<Pending> together) {
        try {
            if (channel == null) {
                throw new IOException("The journal is not open");
            }
            ByteBuffer[] records = together.stream().map(Pending::record).toArray(ByteBuffer[]::new);
            for (int i = 0; i < records.length; i++) {
                while (records[i].hasRemaining()) {
                    channel.write(records, i, records.length - i);
                }
            }
            together.forEach(each -> each.written().tryEmitEmpty());
        } catch (IOException e) {
            failure = e;
            log.error("{} cannot be written; writes are refused from now on", file, e);
            together.forEach(each -> each.written().tryEmitError(unwritable(e)));
        }
    }

    private ServiceException unwritable(IOException cause) {
        return ServiceException.unavailable("The journal " + file + " cannot be written: " + cause + ".");
    }

    /** Returns the number of entries. */
    private long replay(Container container) throws IOException {
        long entries = 0;
        long good = 0;
        long size = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (size - good >= JournalCodec.HEADER_BYTES) {
                int length = in.readInt();
                int checksum = in.readInt();
                if (length <= 0 || length > size - good - JournalCodec.HEADER_BYTES) {
                    break;
                }
                byte[] payload = in.readNBytes(length);
                if (JournalCodec.checksum(payload) != checksum) {
                    break;
                }
                entries += JournalCodec.restore(payload, container);
                good += JournalCodec.HEADER_BYTES + length;
            }
        }
        if (good < size) {
            log.warn(
                    "{} ends in the middle of a write that was never answered; {} bytes are cut off",
                    file,
                    size - good);
            try (FileChannel torn = FileChannel.open(file, StandardOpenOption.WRITE)) {
                torn.truncate(good);
            }
        }
        return entries;
    }

    private void compact(Container container) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(fresh), 1 << 16)) {
            for (PhysicalPartition partition : container.partitions()) {
                for (StoredDocument document : partition.changesAfter(0, Selection.ALL)) {
                    out.write(JournalCodec.record(List.of(new Change(document, false, document.lsn()))));
                }
                out.write(JournalCodec.position(partition.index(), partition.lsn(), container.lastSequence()));
            }
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
