package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Container;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal into a container. A process that is killed leaves the beginning of a record at the end of the file, and nothing behind
 * it: that was never answered, and is left out. Anything else that cannot be read is damage, and is not passed over in silence.
 */
final class JournalReader {
    private final Path file;
    private final Container container;
    private long entries;
    private long good;

    private JournalReader(Path file, Container container) {
        this.file = file;
        this.container = container;
    }

    /**
     * What was read.
     *
     * @param entries number of the changes
     * @param bytes length of the records that are whole
     * @param torn length of the beginning of a record behind them
     */
    record Read(long entries, long bytes, long torn) {}

    /** @throws IOException also when the file is damaged, saying where */
    static Read read(Path file, Container container) throws IOException {
        return new JournalReader(file, container).read();
    }

    private Read read() throws IOException {
        long size = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (size - good >= JournalCodec.HEADER_BYTES && next(in, size - good - JournalCodec.HEADER_BYTES)) {}
        }
        if (good < size) {
            checkTorn(size);
        }
        return new Read(entries, good, size - good);
    }

    private boolean next(DataInputStream in, long left) throws IOException {
        int length = in.readInt();
        int checksum = in.readInt();
        if (length <= 0 || length > left) {
            return false;
        }
        byte[] payload = in.readNBytes(length);
        if (JournalCodec.checksum(payload, 0, length) != checksum) {
            return false;
        }
        try {
            entries += JournalCodec.restore(payload, container);
        } catch (IOException | RuntimeException unreadable) {
            throw damaged(unreadable);
        }
        good += JournalCodec.HEADER_BYTES + length;
        return true;
    }

    /** A whole record behind one that cannot be read shows that the file did not just end too early. */
    private void checkTorn(long size) throws IOException {
        if (size - good > Integer.MAX_VALUE - 8) {
            throw damaged(null);
        }
        byte[] rest = new byte[(int) (size - good)];
        try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "r")) {
            all.seek(good);
            all.readFully(rest);
        }
        ByteBuffer buffer = ByteBuffer.wrap(rest);
        for (int at = 1; at <= rest.length - JournalCodec.HEADER_BYTES; at++) {
            int length = buffer.getInt(at);
            int payload = at + JournalCodec.HEADER_BYTES;
            if (length > 0
                    && length <= rest.length - payload
                    && JournalCodec.isEntryType(rest[payload])
                    && JournalCodec.checksum(rest, payload, length) == buffer.getInt(at + 4)) {
                throw damaged(null);
            }
        }
    }

    private IOException damaged(@Nullable Exception cause) {
        return new IOException(
                "The journal " + file + " is damaged at byte " + good
                        + ": what follows cannot be trusted. Put a copy of the data directory in its place, or delete it to begin anew.",
                cause);
    }
}
