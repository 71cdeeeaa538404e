package io.dronedelivery.localcosmos.journal;

import io.dronedelivery.localcosmos.store.Change;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.DocumentKey;
import io.dronedelivery.localcosmos.store.DocumentScanner;
import io.dronedelivery.localcosmos.store.DocumentVersion;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localjournal.Frame;
import io.dronedelivery.localjournal.JournalFormat;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The entries of the journal of a container. The entries of one frame were one write. They count together, or not at all. */
final class JournalCodec {
    static final JournalFormat FORMAT =
            new JournalFormat("LocalCosmos", "", type -> type >= JournalCodec.PUT && type <= JournalCodec.PUT_IN_BATCH);

    private static final int PUT = 1;
    private static final int DELETE = 2;
    private static final int POSITION = 3;
    /** A version with the same logical sequence number as others of its transactional batch. */
    private static final int PUT_IN_BATCH = 4;

    private JournalCodec() {}

    static ByteBuffer frame(List<Change> changes) {
        Frame frame = new Frame();
        changes.forEach(change -> add(change, frame));
        return frame.toBytes();
    }

    static void add(Change change, Frame frame) {
        try {
            write(frame.records(), change);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not in memory
        }
    }

    /** Adds the position of a partition. Its documents alone do not show it after a deletion. */
    static void addPosition(int partition, long lsn, long sequence, Frame frame) {
        try {
            DataOutputStream out = frame.records();
            out.writeByte(POSITION);
            out.writeInt(partition);
            out.writeLong(lsn);
            out.writeLong(sequence);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not in memory
        }
    }

    /** Restores the entries of a frame in the container. Returns the number of entries. */
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
        } else if (value instanceof List<?> levels) {
            out.writeByte('l');
            out.writeByte(levels.size());
            for (Object level : levels) {
                writeScalar(out, ((Scalar) level).value());
            }
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
            case 'l' -> {
                List<Scalar> levels = new ArrayList<>();
                for (int left = in.readUnsignedByte(); left > 0; left--) {
                    levels.add(readScalar(in));
                }
                yield Scalar.of(levels);
            }
            default -> throw new IOException("The journal has a key of the unknown type " + type);
        };
    }
}
