package io.dronedelivery.localjournal;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a journal from its beginning. A part of a frame at the end of the file was never acknowledged and is ignored. Everything else that
 * cannot be read is damage, and ends the reading.
 */
public final class JournalReader {
    private static final Logger log = LoggerFactory.getLogger(JournalReader.class);

    private final Path path;
    private final JournalFormat format;
    private final Payloads payloads;
    private final long size;
    /** Length of the complete frames that were read. */
    private long good;

    private JournalReader(Path path, JournalFormat format, Payloads payloads) throws IOException {
        this.path = path;
        this.format = format;
        this.payloads = payloads;
        this.size = Files.size(path);
    }

    /** Takes the payloads of a file in order. */
    @FunctionalInterface
    public interface Payloads {
        /** @throws IOException when the payload cannot be read; a runtime exception means the same */
        void read(byte[] payload) throws IOException;
    }

    /**
     * The length of a file.
     *
     * @param bytes length of the complete frames
     * @param torn length of the part of a frame behind them
     */
    public record JournalContent(long bytes, long torn) {}

    /** @throws IOException also when the file has another format or is damaged, saying where */
    public static JournalContent read(Path path, JournalFormat format, Payloads payloads) throws IOException {
        return new JournalReader(path, format, payloads).read();
    }

    /** Cuts a part of a frame off, so that frames can be appended. */
    public static void cutOff(Path path, JournalContent read) throws IOException {
        if (read.torn() > 0) {
            try (FileChannel torn = FileChannel.open(path, StandardOpenOption.WRITE)) {
                torn.truncate(read.bytes());
            }
        }
    }

    private JournalContent read() throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
            byte[] magic = format.magicBytes();
            byte[] found = in.readNBytes(magic.length);
            if (!Arrays.equals(found, magic)) {
                throw new IOException((format.isOfAnotherVersion(found)
                                ? "%s is a journal of another version of the %s"
                                : "%s is no journal of a %s")
                        .formatted(path, format.owner()));
            }
            good = magic.length;
            while (size - good >= Frame.HEADER_BYTES && next(in, size - good - Frame.HEADER_BYTES)) {}
        }
        if (good < size) {
            checkTorn();
            log.warn("{} ends with {} bytes of a write that was never acknowledged", path, size - good);
        }
        return new JournalContent(good, size - good);
    }

    /** False when the frame ends beyond the file. */
    private boolean next(DataInputStream in, long left) throws IOException {
        int length = in.readInt();
        int checksum = in.readInt();
        if (length <= 0 || length > left) {
            return false;
        }
        byte[] payload = in.readNBytes(length);
        if (Frame.checksum(payload, 0, length) != checksum) {
            throw damaged(null);
        }
        try {
            payloads.read(payload);
        } catch (IOException | RuntimeException unreadable) {
            throw damaged(unreadable);
        }
        good += Frame.HEADER_BYTES + length;
        return true;
    }

    /** A complete frame behind one that cannot be read proves damage: the file did not just end too early. */
    private void checkTorn() throws IOException {
        if (size - good > Integer.MAX_VALUE - Frame.HEADER_BYTES) {
            throw damaged(null);
        }
        ByteBuffer tail = ByteBuffer.allocate((int) (size - good));
        try (FileChannel file = FileChannel.open(path)) {
            file.position(good);
            while (tail.hasRemaining() && file.read(tail) >= 0) {}
        }
        for (int at = 1; at <= tail.capacity() - Frame.HEADER_BYTES; at++) {
            if (isFrame(tail, at)) {
                throw damaged(null);
            }
        }
    }

    private boolean isFrame(ByteBuffer tail, int at) {
        int length = tail.getInt(at);
        int payload = at + Frame.HEADER_BYTES;
        return length > 0
                && length <= tail.capacity() - payload
                && format.recordTypes().test(tail.get(payload))
                && Frame.checksum(tail.array(), payload, length) == tail.getInt(at + Integer.BYTES);
    }

    private IOException damaged(@Nullable Exception cause) {
        return new IOException(
                "The journal %s is damaged at byte %d: what follows cannot be trusted. Put a copy of the data directory in its place, or delete it to begin anew."
                        .formatted(path, good),
                cause);
    }
}
