package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.testkit.LoopbackProxy;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between Kafka's clients and a broker, and turns the broker's first answer to {@code InitProducerId} into an error. An idempotent
 * producer that gets it does not recover. Clients that use it as bootstrap server go on directly with the broker, whose address they
 * get from the broker's metadata.
 *
 * @see <a href="https://kafka.apache.org/protocol#The_Messages_InitProducerId">Kafka protocol: InitProducerId</a>
 */
final class ProducerIdRefusal implements AutoCloseable {

    private static final short INIT_PRODUCER_ID = 22;
    private static final short FIRST_FLEXIBLE_VERSION = 2;
    private static final short INVALID_REQUEST = 42;

    /** After the correlation id (4 bytes), no tagged fields (1) and the throttle time (4). */
    private static final int ERROR_CODE_POSITION = 9;

    private final AtomicInteger refusals = new AtomicInteger();
    private final LoopbackProxy proxy;

    /** @param bootstrapServers of one broker on the loopback interface */
    ProducerIdRefusal(String bootstrapServers) throws IOException {
        int broker = Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
        proxy = new LoopbackProxy(broker, this::connection);
    }

    String bootstrapServers() {
        return "localhost:" + proxy.port();
    }

    /** How many answers were turned into errors: 0 or 1. */
    int refusals() {
        return refusals.get();
    }

    private LoopbackProxy.Connection connection() {
        Set<Integer> producerIdRequests = ConcurrentHashMap.newKeySet();
        return new LoopbackProxy.Connection(
                (from, to) -> forward(from, to, frame -> noteRequest(frame, producerIdRequests)),
                (from, to) -> forward(from, to, frame -> refuseFirst(frame, producerIdRequests)));
    }

    private static void noteRequest(ByteBuffer frame, Set<Integer> producerIdRequests) {
        if (frame.getShort(0) == INIT_PRODUCER_ID && frame.getShort(2) >= FIRST_FLEXIBLE_VERSION) {
            producerIdRequests.add(frame.getInt(4));
        }
    }

    private void refuseFirst(ByteBuffer frame, Set<Integer> producerIdRequests) {
        if (producerIdRequests.remove(frame.getInt(0)) && refusals.compareAndSet(0, 1)) {
            frame.putShort(ERROR_CODE_POSITION, INVALID_REQUEST);
        }
    }

    private static void forward(InputStream from, OutputStream to, FrameVisitor visitor) throws IOException {
        DataInputStream in = new DataInputStream(from);
        DataOutputStream out = new DataOutputStream(to);
        while (true) {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            visitor.visit(ByteBuffer.wrap(frame));
            out.write(ByteBuffer.allocate(Integer.BYTES + frame.length)
                    .putInt(frame.length)
                    .put(frame)
                    .array());
        }
    }

    private interface FrameVisitor {
        void visit(ByteBuffer frame);
    }

    @Override
    public void close() throws IOException {
        proxy.close();
    }
}
