package io.dronedelivery.localservicebus.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.jspecify.annotations.Nullable;

/**
 * Writes a message for a receiver: the broker's header and annotations, then the sender's bytes unchanged. The code writes the two sections
 * directly, because it runs once for every delivery.
 */
public final class DeliveryWriter {
    private static final byte[] SEQUENCE_NUMBER = key(BrokerAnnotations.SEQUENCE_NUMBER);
    private static final byte[] ENQUEUED_SEQUENCE_NUMBER = key(BrokerAnnotations.ENQUEUED_SEQUENCE_NUMBER);
    private static final byte[] ENQUEUED_TIME = key(BrokerAnnotations.ENQUEUED_TIME);
    private static final byte[] LOCKED_UNTIL = key(BrokerAnnotations.LOCKED_UNTIL);
    private static final byte[] MESSAGE_STATE = key(BrokerAnnotations.MESSAGE_STATE);
    private static final byte[] DEAD_LETTER_SOURCE = key(BrokerAnnotations.DEAD_LETTER_SOURCE);

    private static final byte[] LOCK_TOKEN = key(BrokerAnnotations.LOCK_TOKEN);

    private final AmqpCodec codec;
    private byte[] buffer = new byte[1024];
    private int at;

    public DeliveryWriter(AmqpCodec codec) {
        this.codec = codec;
    }

    /** The complete encoded message, in a new array. */
    public byte[] write(AmqpMessage message, BrokerAnnotations broker) {
        return write(message, broker, null);
    }

    /** As above, with the lock token as a delivery annotation, because a message within a reply has no delivery tag. */
    public byte[] write(AmqpMessage message, BrokerAnnotations broker, @Nullable UUID lockToken) {
        at = 0;
        writeHeader(message, broker);
        if (lockToken != null) {
            writeLockToken(lockToken);
        }
        writeAnnotations(message.annotations(), broker);
        byte[] encoded = Arrays.copyOf(buffer, at + message.bareSize());
        message.copyBareTo(encoded, at);
        return encoded;
    }

    private void writeHeader(AmqpMessage message, BrokerAnnotations broker) {
        section(SectionScanner.HEADER);
        put(0xc0);
        int size = at;
        put(0);
        put(5);
        put(message.durable() ? 0x41 : 0x42);
        put(0x50);
        put(message.priority());
        if (broker.timeToLiveMillis() < 0 || broker.timeToLiveMillis() > 0xffffffffL) {
            put(0x40);
        } else {
            put(0x70);
            putInt((int) broker.timeToLiveMillis());
        }
        put(0x42);
        put(0x70);
        putInt(broker.deliveryCount());
        buffer[size] = (byte) (at - size - 1);
    }

    private void writeLockToken(UUID token) {
        section(SectionScanner.DELIVERY_ANNOTATIONS);
        put(0xc1);
        put(1 + LOCK_TOKEN.length + 1 + 2 * Long.BYTES);
        put(2);
        putLong(LOCK_TOKEN, 0x98, token.getMostSignificantBits());
        putLong(token.getLeastSignificantBits());
    }

    private void writeAnnotations(Map<Symbol, Object> sent, BrokerAnnotations broker) {
        section(SectionScanner.MESSAGE_ANNOTATIONS);
        put(0xd1);
        int size = at;
        putInt(0);
        putInt(0);
        int entries = 4;
        putLong(SEQUENCE_NUMBER, 0x81, broker.sequenceNumber());
        putLong(ENQUEUED_SEQUENCE_NUMBER, 0x81, broker.enqueuedSequence());
        putLong(ENQUEUED_TIME, 0x83, broker.enqueuedAtMillis());
        putAll(MESSAGE_STATE);
        put(0x71);
        putInt(broker.state());
        if (broker.lockedUntilMillis() != 0) {
            putLong(LOCKED_UNTIL, 0x83, broker.lockedUntilMillis());
            entries++;
        }
        if (broker.deadLetterSource() != null) {
            putAll(DEAD_LETTER_SOURCE);
            putAll(codec.encode(broker.deadLetterSource()));
            entries++;
        }
        for (Map.Entry<Symbol, Object> entry : sent.entrySet()) {
            putAll(codec.encode(entry.getKey()));
            putAll(codec.encode(entry.getValue()));
            entries++;
        }
        int end = at;
        at = size;
        putInt(end - size - 4);
        putInt(2 * entries);
        at = end;
    }

    private void section(int descriptor) {
        put(0x00);
        put(0x53);
        put(descriptor);
    }

    private void putLong(byte[] key, int code, long value) {
        putAll(key);
        put(code);
        putLong(value);
    }

    private void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    private void putInt(int value) {
        put(value >>> 24);
        put(value >>> 16);
        put(value >>> 8);
        put(value);
    }

    private void putAll(byte[] values) {
        ensure(values.length);
        System.arraycopy(values, 0, buffer, at, values.length);
        at += values.length;
    }

    private void put(int value) {
        ensure(1);
        buffer[at++] = (byte) value;
    }

    private void ensure(int more) {
        if (buffer.length - at < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, at + more));
        }
    }

    private static byte[] key(Symbol symbol) {
        byte[] name = symbol.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] encoded = new byte[name.length + 2];
        encoded[0] = (byte) 0xa3;
        encoded[1] = (byte) name.length;
        System.arraycopy(name, 0, encoded, 2, name.length);
        return encoded;
    }
}
