package io.dronedelivery.localservicebus.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of frames that only grows: length, CRC-32C, payload. A frame counts when it is complete. So a process that dies during a write
 * loses that whole frame and nothing else. Such a write leaves nothing behind its frame. Any other unreadable content is damage and is
 * never skipped.
 */
final class JournalFile implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JournalFile.class);
    private static final byte[] MAGIC = "LSBJ0001".getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEADER = 8;

    /** Receives the payloads of a file in order. */
    interface PayloadReader {
        void read(byte[] payload) throws IOException;
    }

    private final Path path;
    private final FileChannel channel;
    private final CRC32C checksum = new CRC32C();
    private final ByteBuffer frameHeader = ByteBuffer.allocate(FRAME_HEADER);
    private long size;

    private JournalFile(Path path, FileChannel channel, long size) {
        this.path = path;
        this.channel = channel;
        this.size = size;
    }

    /** A new file; an existing one is overwritten. */
    static JournalFile create(Path path) throws IOException {
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        writeAll(channel, ByteBuffer.wrap(MAGIC));
        return new JournalFile(path, channel, MAGIC.length);
    }

    /**
     * Reads a file from its beginning. An incomplete last frame is ignored.
     *
     * @throws IOException when the file has another format, or is damaged before its last frame or in that frame's payload
     */
    static void read(Path path, PayloadReader reader) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer magic = ByteBuffer.allocate(MAGIC.length);
            if (!readAll(channel, magic) || !magic.equals(ByteBuffer.wrap(MAGIC))) {
                throw new IOException(path + " is no journal of a local Service Bus");
            }
            while (readFrame(path, channel, reader)) {
                // Reads frame after frame.
            }
        }
    }

    private static boolean readFrame(Path path, FileChannel channel, PayloadReader reader) throws IOException {
        long start = channel.position();
        ByteBuffer header = ByteBuffer.allocate(FRAME_HEADER);
        if (!readAll(channel, header)) {
            return noteTornTail(path, start, channel);
        }
        int length = header.getInt();
        int expected = header.getInt();
        if (length < 0 || length > channel.size() - channel.position()) {
            return noteTornTail(path, start, channel);
        }
        ByteBuffer payload = ByteBuffer.allocate(length);
        readAll(channel, payload);
        if (checksum(payload) != expected) {
            throw damaged(path, start, null);
        }
        try {
            reader.read(payload.array());
        } catch (IOException | RuntimeException unreadable) {
            throw damaged(path, start, unreadable);
        }
        return true;
    }

    private static IOException damaged(Path path, long start, @Nullable Exception cause) {
        return new IOException("%s is damaged at byte %d".formatted(path, start), cause);
    }

    private static boolean noteTornTail(Path path, long start, FileChannel channel) throws IOException {
        long torn = channel.size() - start;
        if (torn > Integer.MAX_VALUE - FRAME_HEADER) {
            throw damaged(path, start, null);
        }
        ByteBuffer tail = ByteBuffer.allocate((int) torn);
        channel.position(start);
        readAll(channel, tail);
        if (holdsWholeFrame(tail)) {
            throw damaged(path, start, null);
        }
        if (torn > 0) {
            log.info("{} ends with {} bytes of an incomplete frame; they were never acknowledged", path, torn);
        }
        return false;
    }

    /** Whether a complete frame follows an incomplete one. Then the file is damaged and does not only end too early. */
    private static boolean holdsWholeFrame(ByteBuffer tail) {
        for (int at = 1; at <= tail.limit() - FRAME_HEADER; at++) {
            int length = tail.getInt(at);
            int payload = at + FRAME_HEADER;
            if (length > 0
                    && length <= tail.limit() - payload
                    && RecordType.exists(tail.get(payload))
                    && checksum(tail.slice(payload, length)) == tail.getInt(at + Integer.BYTES)) {
                return true;
            }
        }
        return false;
    }

    private static int checksum(ByteBuffer payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(payload.duplicate());
        return (int) checksum.getValue();
    }

    /** Adds a frame. It survives the end of this process as soon as this method returns. */
    void append(ByteBuffer payload) throws IOException {
        checksum.reset();
        checksum.update(payload.duplicate());
        frameHeader.clear();
        frameHeader
                .putInt(payload.remaining())
                .putInt((int) checksum.getValue())
                .flip();
        size += FRAME_HEADER + payload.remaining();
        ByteBuffer[] frame = {frameHeader, payload};
        while (payload.hasRemaining() || frameHeader.hasRemaining()) {
            channel.write(frame);
        }
    }

    long size() {
        return size;
    }

    Path path() {
        return path;
    }

    /** Waits until the device has all of the file. */
    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Fills the buffer and flips it. Returns false when the file ends before. */
    private static boolean readAll(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                return false;
            }
        }
        buffer.flip();
        return true;
    }
}
