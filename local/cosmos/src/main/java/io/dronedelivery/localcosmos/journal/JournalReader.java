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
 * Reads a journal into a container. A killed process leaves the beginning of a record at the end of the file, and nothing behind it. That
 * record was never answered and is ignored. Any other unreadable content is damage and is never skipped.
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
     * The result of a read.
     *
     * @param entries number of changes
     * @param bytes length of the complete records
     * @param torn length of the incomplete record behind them
     */
    record JournalContent(long entries, long bytes, long torn) {}

    /** @throws IOException also when the file is damaged; the message has the position */
    static JournalContent read(Path file, Container container) throws IOException {
        return new JournalReader(file, container).read();
    }

    private JournalContent read() throws IOException {
        long size = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (size - good >= JournalCodec.HEADER_BYTES && next(in, size - good - JournalCodec.HEADER_BYTES)) {}
        }
        if (good < size) {
            checkTorn(size);
        }
        return new JournalContent(entries, good, size - good);
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

    /** Checks the end of the file. A complete record behind an unreadable one shows damage. */
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
