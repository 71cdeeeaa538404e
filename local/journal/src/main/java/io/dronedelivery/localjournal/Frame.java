package io.dronedelivery.localjournal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The records of one change, as they are appended to a file: length and CRC-32C of 4 bytes each, then the payload. After a crash a frame is
 * there as a whole or not at all. One thread at a time may use a frame.
 */
public final class Frame {
    static final int HEADER_BYTES = 8;

    /** Gives access to the bytes without a copy. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes() {
            super(1_024);
        }

        ByteBuffer withHeader() {
            int length = count - HEADER_BYTES;
            ByteBuffer frame = ByteBuffer.wrap(buf, 0, count);
            frame.putInt(0, length).putInt(Integer.BYTES, checksum(buf, HEADER_BYTES, length));
            return frame;
        }
    }

    private final Bytes bytes = new Bytes();
    private final DataOutputStream records = new DataOutputStream(bytes);

    public Frame() {
        reset();
    }

    /** Takes the records; nothing that is written there fails. */
    public DataOutputStream records() {
        return records;
    }

    /** The payload's length in bytes. */
    public int size() {
        return bytes.size() - HEADER_BYTES;
    }

    /** The whole frame, as {@link JournalFile#append} takes it. The bytes are this frame's own until it is changed. */
    public ByteBuffer toBytes() {
        return bytes.withHeader();
    }

    public void reset() {
        bytes.reset();
        bytes.write(new byte[HEADER_BYTES], 0, HEADER_BYTES); // known when the frame is complete
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return (int) checksum.getValue();
    }
}
