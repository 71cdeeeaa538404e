package io.dronedelivery.messaging.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
public final class ProducerIdRefusal implements AutoCloseable {

    private static final short INIT_PRODUCER_ID = 22;
    private static final short FIRST_FLEXIBLE_VERSION = 2;
    private static final short INVALID_REQUEST = 42;

    /** After the correlation id (4 bytes), no tagged fields (1) and the throttle time (4). */
    private static final int ERROR_CODE_POSITION = 9;

    private final ServerSocket listening;
    private final int broker;
    private final AtomicInteger refusals = new AtomicInteger();

    /** @param bootstrapServers of one broker on the loopback interface */
    public ProducerIdRefusal(String bootstrapServers) throws IOException {
        broker = Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public String bootstrapServers() {
        return "localhost:" + listening.getLocalPort();
    }

    /** How many answers were turned into errors: 0 or 1. */
    public int refusals() {
        return refusals.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "producer-id-refusal");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), broker);
                Set<Integer> producerIdRequests = ConcurrentHashMap.newKeySet();
                start(() -> forward(client, upstream, frame -> noteRequest(frame, producerIdRequests)));
                start(() -> forward(upstream, client, frame -> refuseFirst(frame, producerIdRequests)));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
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

    private static void forward(Socket from, Socket to, FrameVisitor visitor) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            DataOutputStream out = new DataOutputStream(to.getOutputStream());
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                visitor.visit(ByteBuffer.wrap(frame));
                out.write(ByteBuffer.allocate(Integer.BYTES + frame.length)
                        .putInt(frame.length)
                        .put(frame)
                        .array());
            }
        } catch (IOException broken) {
            // The other direction, or one of the two ends, has closed it.
        }
    }

    private interface FrameVisitor {
        void visit(ByteBuffer frame);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
