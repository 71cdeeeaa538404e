package io.dronedelivery.localservicebus.amqp;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;

/** Lock tokens as delivery tags: 16 bytes in the order of a .NET Guid, whose first three fields are little-endian. */
final class Tags {
    private Tags() {}

    static byte[] of(UUID token) {
        long high = token.getMostSignificantBits();
        return ByteBuffer.allocate(16)
                .putInt(Integer.reverseBytes((int) (high >>> 32)))
                .putShort(Short.reverseBytes((short) (high >>> 16)))
                .putShort(Short.reverseBytes((short) high))
                .putLong(token.getLeastSignificantBits())
                .array();
    }

    /** A transaction's id is opaque to the client, so any byte order works. */
    static Binary transaction(UUID id) {
        return new Binary(ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
    }

    /** The id of a transaction. Bytes in another form give an id that no transaction has. */
    static UUID transaction(Binary id) {
        ByteBuffer bytes = id.asByteBuffer();
        return bytes.remaining() == 16 ? new UUID(bytes.getLong(), bytes.getLong()) : new UUID(0, 0);
    }
}
