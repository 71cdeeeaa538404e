package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.Scalar;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The bytes of a journal: records of {@code length, checksum, entries}, both numbers of 4 bytes. The entries of a record were one write.
 * They count together, or not at all when the record is torn.
 */
final class JournalCodec {
    static final int HEADER_BYTES = 8;

    private static final int PUT = 1;
    private static final int DELETE = 2;
    private static final int POSITION = 3;
    /** A version with the same logical sequence number as others of its transactional batch. */
    private static final int PUT_IN_BATCH = 4;

    private JournalCodec() {}

    /** Writes the entries of a record. */
    @FunctionalInterface
    private interface Entries {
        void writeTo(DataOutputStream out) throws IOException;
    }

    static byte[] record(List<Change> changes) {
        return record(out -> {
            for (Change change : changes) {
                write(out, change);
            }
        });
    }

    /** The position of a partition. Its documents alone do not show it after a deletion. */
    static byte[] position(int partition, long lsn, long sequence) {
        return record(out -> {
            out.writeByte(POSITION);
            out.writeInt(partition);
            out.writeLong(lsn);
            out.writeLong(sequence);
        });
    }

    static boolean isEntryType(byte type) {
        return type >= PUT && type <= PUT_IN_BATCH;
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return (int) checksum.getValue();
    }

    /** Restores the entries of a record in the container. Returns the number of entries. */
    static int restore(byte[] payload, Container container) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
        int entries = 0;
        for (; in.available() > 0; entries++) {
            int type = in.readUnsignedByte();
            switch (type) {
                case PUT -> container.restore(readPut(in, 0, container.scanner()));
                case PUT_IN_BATCH -> container.restore(readPut(in, in.readUnsignedByte(), container.scanner()));
                case DELETE -> container.restore(readDelete(in));
                case POSITION -> container.restorePosition(in.readInt(), in.readLong(), in.readLong());
                default -> throw new IOException("The journal has an entry of the unknown type " + type);
            }
        }
        return entries;
    }

    private static byte[] record(Entries entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1_024);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(0); // the header, written at the end
            entries.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // impossible in memory
        }
        byte[] record = bytes.toByteArray();
        int length = record.length - HEADER_BYTES;
        ByteBuffer.wrap(record).putInt(length).putInt(checksum(record, HEADER_BYTES, length));
        return record;
    }

    private static void write(DataOutputStream out, Change change) throws IOException {
        DocumentVersion document = change.document();
        if (change.deleted()) {
            out.writeByte(DELETE);
        } else if (document.place() == 0) {
            out.writeByte(PUT);
        } else {
            out.writeByte(PUT_IN_BATCH);
            out.writeByte(document.place());
        }
        out.writeLong(document.sequence());
        out.writeLong(change.lsn());
        if (change.deleted()) {
            out.writeUTF(document.key().id());
            writeScalar(out, document.key().partitionKey().value());
        } else {
            out.writeLong(document.timestamp());
            out.writeInt(document.body().length);
            out.write(document.body());
        }
    }

    private static Change readPut(DataInputStream in, int place, DocumentScanner scanner) throws IOException {
        long sequence = in.readLong();
        long lsn = in.readLong();
        long timestamp = in.readLong();
        DocumentScanner.Scanned scanned = scanner.scan(readBytes(in));
        return new Change(
                new DocumentVersion(scanned.key(), sequence, lsn, place, timestamp, scanned.body()), false, lsn);
    }

    private static Change readDelete(DataInputStream in) throws IOException {
        long sequence = in.readLong();
        long lsn = in.readLong();
        String id = in.readUTF();
        DocumentKey key = new DocumentKey(readScalar(in), id);
        return new Change(new DocumentVersion(key, sequence, lsn, 0, 0, new byte[0]), true, lsn);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException(
                    "The journal has an entry of " + length + " bytes where " + in.available() + " are left");
        }
        return in.readNBytes(length);
    }

    private static void writeScalar(DataOutputStream out, Object value) throws IOException {
        if (value instanceof String text) {
            // JSON may escape half of a surrogate pair, which UTF-8 cannot encode.
            boolean inUtf8 = StandardCharsets.UTF_8.newEncoder().canEncode(text);
            byte[] bytes = inUtf8 ? text.getBytes(StandardCharsets.UTF_8) : toUtf16(text);
            out.writeByte(inUtf8 ? 's' : 'w');
            out.writeInt(bytes.length);
            out.write(bytes);
        } else if (value instanceof Double number) {
            out.writeByte('d');
            out.writeDouble(number);
        } else if (value instanceof Boolean bool) {
            out.writeByte(bool ? 't' : 'f');
        } else {
            out.writeByte(value == Scalar.Missing.NULL ? 'n' : 'u');
        }
    }

    /** Encodes any text. The charset of this name would replace half of a surrogate pair. */
    private static byte[] toUtf16(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }

    private static String fromUtf16(byte[] bytes) {
        return ByteBuffer.wrap(bytes).asCharBuffer().toString();
    }

    private static Scalar readScalar(DataInputStream in) throws IOException {
        int type = in.readUnsignedByte();
        return switch (type) {
            case 's' -> Scalar.of(new String(readBytes(in), StandardCharsets.UTF_8));
            case 'w' -> Scalar.of(fromUtf16(readBytes(in)));
            case 'd' -> Scalar.of(in.readDouble());
            case 't', 'f' -> Scalar.of(type == 't');
            case 'n' -> Scalar.NULL;
            case 'u' -> Scalar.UNDEFINED;
            default -> throw new IOException("The journal has a key of the unknown type " + type);
        };
    }
}
