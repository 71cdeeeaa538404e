package io.dronedelivery.localservicebus.message;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.ReadableBuffer;

/** Encodes and decodes single AMQP values. One codec belongs to one event loop, because its buffers are reused. */
public final class AmqpCodec {
    /** The encoder remembers every descriptor, and clients may invent them. After this many bytes it is replaced. */
    private static final int MOST_ENCODED = 1024 * 1024;

    private DecoderImpl decoder = new DecoderImpl();
    private EncoderImpl encoder = new EncoderImpl(decoder);
    private ByteBuffer scratch = ByteBuffer.allocate(4096);
    private int encoded;

    /** A codec that knows every type of the AMQP 1.0 specification. */
    public AmqpCodec() {
        AMQPDefinedTypes.registerAllTypes(decoder, encoder);
    }

    private void renew() {
        decoder = new DecoderImpl();
        encoder = new EncoderImpl(decoder);
        AMQPDefinedTypes.registerAllTypes(decoder, encoder);
        encoded = 0;
    }

    /**
     * Decodes the section that starts at the offset.
     *
     * @throws MalformedMessageException when the bytes are no such section
     */
    <T> T decode(byte[] bytes, int offset, int length, Class<T> section) {
        decoder.setBuffer(ReadableBuffer.ByteBufferReader.wrap(ByteBuffer.wrap(bytes, offset, length)));
        try {
            return section.cast(decoder.readObject());
        } catch (RuntimeException | StackOverflowError e) {
            // The decoder does not check its input: broken input causes any exception, and deep nesting an error.
            throw new MalformedMessageException("not an AMQP value: " + (e.getMessage() == null ? e : e.getMessage()));
        }
    }

    byte[] encode(Object value) {
        while (true) {
            scratch.clear();
            encoder.setByteBuffer(scratch);
            try {
                encoder.writeObject(value);
                byte[] bytes = Arrays.copyOf(scratch.array(), scratch.position());
                encoded += bytes.length;
                if (encoded > MOST_ENCODED) {
                    renew();
                }
                return bytes;
            } catch (BufferOverflowException e) {
                scratch = ByteBuffer.allocate(scratch.capacity() * 2);
            } catch (RuntimeException e) {
                renew();
                throw e;
            }
        }
    }
}
