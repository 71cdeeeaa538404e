package io.dronedelivery.localservicebus.amqp;

import java.nio.BufferOverflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/** Replies to requests. The client gives one credit for each request, which may come after the request: replies wait for it. */
final class ReplyLink implements LinkEndpoint {
    private static final int FIRST_ROOM = 1024;

    private final Sender sender;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long tag;

    ReplyLink(Sender sender) {
        this.sender = sender;
    }

    void send(Message reply) {
        waiting.add(encode(reply));
        onFlow();
    }

    @Override
    public void onFlow() {
        while (!waiting.isEmpty() && sender.getCredit() > 0) {
            Delivery delivery = sender.delivery(Long.toString(tag++).getBytes(StandardCharsets.US_ASCII));
            sender.sendNoCopy(ReadableBuffer.ByteBufferReader.wrap(waiting.remove()));
            delivery.settle();
            sender.advance();
        }
    }

    @Override
    public void onDelivery(Delivery delivery) {}

    /** The engine's own measure of a message falls short by a byte now and then, so it is tried with room that grows. */
    private static byte[] encode(Message message) {
        for (int room = FIRST_ROOM; ; room *= 2) {
            byte[] bytes = new byte[room];
            try {
                return Arrays.copyOf(bytes, message.encode(bytes, 0, room));
            } catch (BufferOverflowException e) {
                // Twice the room, then.
            }
        }
    }
}
