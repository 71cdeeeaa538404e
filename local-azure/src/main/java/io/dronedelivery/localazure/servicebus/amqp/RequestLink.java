package io.dronedelivery.localazure.servicebus.amqp;

import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** Requests to a node: {@code $cbs}, an entity's {@code $management}, or the transaction coordinator. */
final class RequestLink implements LinkEndpoint {
    private static final int CREDIT = 100;

    /** Something that answers requests. */
    @FunctionalInterface
    interface Node {
        /** Handles a request and returns the outcome of its transfer; a reply, if any, goes its own way. */
        DeliveryState handle(Message request, @Nullable DeliveryState state);
    }

    private final Receiver receiver;
    private final Node node;

    RequestLink(Receiver receiver, Node node) {
        this.receiver = receiver;
        this.node = node;
        receiver.flow(CREDIT);
    }

    @Override
    public void onDelivery(Delivery delivery) {
        if (delivery.isPartial() || !delivery.isReadable()) {
            return;
        }
        byte[] bytes = new byte[delivery.pending()];
        receiver.recv(bytes, 0, bytes.length);
        receiver.advance();
        receiver.flow(1);
        Message request = Message.Factory.create();
        request.decode(bytes, 0, bytes.length);
        DeliveryState outcome = node.handle(request, delivery.getRemoteState());
        if (!delivery.remotelySettled()) {
            delivery.disposition(outcome);
        }
        delivery.settle();
    }

    /** A node that answers each request with a reply, on the connection's link of the address that the request names. */
    static Node replying(
            AmqpConnection connection,
            java.util.function.BiFunction<Message, @Nullable DeliveryState, Message> answer) {
        return (request, state) -> {
            Message reply = answer.apply(request, state);
            reply.setCorrelationId(request.getMessageId());
            connection.reply(request.getReplyTo(), reply);
            return Accepted.getInstance();
        };
    }
}
