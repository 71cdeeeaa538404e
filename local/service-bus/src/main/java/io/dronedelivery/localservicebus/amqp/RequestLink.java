package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import java.nio.BufferUnderflowException;
import java.util.function.BiFunction;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.codec.DecodeException;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** Requests to a node: {@code $cbs}, an entity's {@code $management}, or the transaction coordinator. */
final class RequestLink implements LinkEndpoint {
    private static final int CREDIT = 100;
    /** The most bytes that a request adds around its messages. */
    private static final int ENVELOPE = 64 * 1024;

    @FunctionalInterface
    interface Node {
        /**
         * Handles a request. Returns the outcome of its transfer. A reply is sent separately.
         *
         * @param answered called when nothing of the request is stored any more; the client may then send another one
         */
        DeliveryState handle(Message request, @Nullable DeliveryState state, Runnable answered);
    }

    private final Receiver receiver;
    private final @Nullable String entity;
    private final Node node;
    private final int maxRequestSize;
    private final Surplus surplus;

    /** @param entity the entity whose node it is; null for a node of the connection */
    RequestLink(Receiver receiver, @Nullable String entity, Node node, AmqpConnection connection) {
        this.receiver = receiver;
        this.entity = entity;
        this.node = node;
        this.maxRequestSize = connection.server().maxMessageSize() + ENVELOPE;
        this.surplus = new Surplus(receiver, connection);
        receiver.flow(CREDIT);
    }

    @Override
    public boolean isOf(String other) {
        return entity != null && EntityPath.isWithin(other, entity);
    }

    @Override
    public void onDelivery(Delivery delivery) {
        if (surplus.taken()) {
            return;
        }
        if (delivery.pending() > maxRequestSize) {
            surplus.close(new BrokerRefusal(
                    Conditions.MESSAGE_SIZE_EXCEEDED, "A request may have %d bytes.".formatted(maxRequestSize)));
            return;
        }
        if (delivery.isPartial() || !delivery.isReadable()) {
            return;
        }
        byte[] bytes = new byte[delivery.pending()];
        receiver.recv(bytes, 0, bytes.length);
        receiver.advance();
        DeliveryState outcome = answer(bytes, delivery.getRemoteState());
        if (!delivery.remotelySettled()) {
            delivery.disposition(outcome);
        }
        delivery.settle();
    }

    private DeliveryState answer(byte[] bytes, @Nullable DeliveryState state) {
        Message request = Message.Factory.create();
        try {
            request.decode(bytes, 0, bytes.length);
        } catch (DecodeException | IllegalArgumentException | BufferUnderflowException | ClassCastException e) {
            giveCredit();
            return Errors.rejected(
                    new BrokerRefusal(Conditions.DECODE_ERROR, "The request is malformed: " + e.getMessage()));
        }
        return node.handle(request, state, this::giveCredit);
    }

    private void giveCredit() {
        if (receiver.getLocalState() == EndpointState.ACTIVE) {
            receiver.flow(1);
        }
    }

    /** A node that answers each request with a reply on another link of the connection. */
    static Node replying(
            AmqpConnection connection, String address, BiFunction<Message, @Nullable DeliveryState, Message> answer) {
        return (request, state, answered) -> {
            Message reply = answer.apply(request, state);
            reply.setCorrelationId(request.getMessageId());
            connection.reply(address, request.getReplyTo(), reply, answered);
            return Accepted.getInstance();
        };
    }
}
