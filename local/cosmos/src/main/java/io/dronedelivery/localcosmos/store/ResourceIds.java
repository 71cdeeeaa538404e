package io.dronedelivery.localcosmos.store;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * Resource ids ("_rid") in base64 with '-' for '/'. A database has 4 bytes. A container has 8, the fifth with its high bit set. A document
 * has 16, the last with a high nibble of 0. The SDKs decode and compare them.
 */
public final class ResourceIds {
    private ResourceIds() {}

    public static String database(int number) {
        return encode(ByteBuffer.allocate(4).putInt(database0(number)));
    }

    public static String container(int database, int number) {
        return encode(ByteBuffer.allocate(8).putInt(database0(database)).putInt(container0(number)));
    }

    /** Numbers are least significant byte first. So clients order resource ids by the creation of their documents. */
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

    /** The resource id of the offer of a container or a database, which never have the same number: three bytes. */
    public static String offer(int owner) {
        return encode(ByteBuffer.wrap(
                new byte[] {(byte) (owner & 0x7f), (byte) (owner >> 7 & 0x7f), (byte) (owner >> 14 & 0x7f)}));
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
