package io.dronedelivery.localcosmos.store;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * Resource ids ("_rid"): 4 bytes for a database, 8 for a container (whose fifth byte has its high bit set), 16 for a document
 * (whose last byte has a high nibble of 0), in base64 with '-' for '/'. The SDKs decode and compare them.
 */
public final class ResourceIds {
    private ResourceIds() {}

    public static String database(int number) {
        return encode(ByteBuffer.allocate(4).putInt(database0(number)));
    }

    public static String container(int database, int number) {
        return encode(ByteBuffer.allocate(8).putInt(database0(database)).putInt(container0(number)));
    }

    /** Numbers are least significant byte first: so a client orders resource ids as their documents were created. */
    static String document(int database, int container, long sequence) {
        return encode(ByteBuffer.allocate(16)
                .putInt(database0(database))
                .putInt(container0(container))
                .putLong(Long.reverseBytes(sequence)));
    }

    /** The resource id of partition key range {@code index}; the service marks them by a high nibble of 5. */
    static String partition(int database, int container, int index) {
        return encode(ByteBuffer.allocate(16)
                .putInt(database0(database))
                .putInt(container0(container))
                .putLong(Long.reverseBytes(0x50L << 56 | index + 2)));
    }

    /** The resource id of the offer of a container: three bytes. */
    public static String offer(int container) {
        return encode(ByteBuffer.wrap(
                new byte[] {(byte) (container & 0x7f), (byte) (container >> 7 & 0x7f), (byte) (container >> 14 & 0x7f)
                }));
    }

    private static int database0(int number) {
        return 0x1000_0000 + number;
    }

    private static int container0(int number) {
        return 0x8000_0000 + number;
    }

    private static String encode(ByteBuffer bytes) {
        return Base64.getEncoder().encodeToString(bytes.array()).replace('/', '-');
    }
}
