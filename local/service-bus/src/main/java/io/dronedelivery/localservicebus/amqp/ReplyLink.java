package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import java.nio.BufferOverflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/**
 * The link for replies. The client gives one credit for each request, maybe after the request. So replies wait for credit, and for room in
 * the connection's outbox. When too many wait, the connection is ended.
 */
final class ReplyLink implements LinkEndpoint {
    private static final int FIRST_ROOM = 1024;

    /** Enough for ten request links that share this link, while the client reads no reply. */
    private static final int MOST_WAITING = 1000;
    /** A larger reply may only wait alone. */
    private static final int MOST_BYTES = 64 * 1024 * 1024;

    private record Reply(byte[] bytes, Runnable left) {}

    private final Sender sender;
    private final AmqpConnection connection;
    private final Deque<Reply> waiting = new ArrayDeque<>();
    private final UnsentBytes unsent;
    private long waitingBytes;
    private long tag;

    ReplyLink(Sender sender, AmqpConnection connection) {
        this.sender = sender;
        this.connection = connection;
        this.unsent = new UnsentBytes(sender);
    }

    /**
     * Sends a reply when there is credit and room for it.
     *
     * @param left called when the reply has been written
     */
    void send(Message reply, Runnable left) {
        byte[] bytes = encode(reply);
        waiting.add(new Reply(bytes, left));
        waitingBytes += bytes.length;
        onFlow();
        if (waiting.size() > MOST_WAITING || (waiting.size() > 1 && waitingBytes > MOST_BYTES)) {
            connection.end(new BrokerRefusal(
                    Conditions.CONNECTION_FORCED,
                    "%d replies wait on the link '%s' for credit, or for their client to read."
                            .formatted(waiting.size(), sender.getName())));
        }
    }

    @Override
    public void onFlow() {
        while (!waiting.isEmpty()
                && sender.getCredit() > 0
                && connection.outbox().hasRoom()) {
            Delivery delivery = sender.delivery(Long.toString(tag++).getBytes(StandardCharsets.US_ASCII));
            Reply reply = waiting.remove();
            waitingBytes -= reply.bytes.length;
            sender.sendNoCopy(ReadableBuffer.ByteBufferReader.wrap(reply.bytes));
            delivery.settle();
            sender.advance();
            unsent.add(reply.bytes.length);
            connection.outbox().add(reply.bytes.length);
            connection.needsFlush();
            reply.left.run();
        }
    }

    @Override
    public long unsentBytes() {
        return unsent.count();
    }

    @Override
    public void onGone(boolean failed) {
        waiting.forEach(reply -> reply.left.run());
        waiting.clear();
        waitingBytes = 0;
    }

    @Override
    public void onDelivery(Delivery delivery) {}

    /** The engine's size of a message is sometimes a byte too small, so this tries with growing room. */
    private static byte[] encode(Message message) {
        for (int room = FIRST_ROOM; ; room *= 2) {
            byte[] bytes = new byte[room];
            try {
                return Arrays.copyOf(bytes, message.encode(bytes, 0, room));
            } catch (BufferOverflowException e) {
                // Tries with twice the room.
            }
        }
    }
}
