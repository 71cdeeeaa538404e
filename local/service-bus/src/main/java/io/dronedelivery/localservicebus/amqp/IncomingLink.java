package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Destination;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.message.AmqpMessage;
import io.dronedelivery.localservicebus.message.MalformedMessageException;
import io.dronedelivery.localservicebus.message.RefusedPropertyException;
import io.dronedelivery.localservicebus.message.UnsupportedValueException;
import java.util.List;
import java.util.UUID;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;

/** A link on which a client sends messages to a queue or topic. A message is accepted when the broker has it and its whole batch. */
final class IncomingLink implements LinkEndpoint {
    private static final int CREDIT = 1000;

    private final Receiver receiver;
    private final Destination destination;
    private final AmqpConnection connection;
    private final Broker broker;
    private final BrokerFaults faults;
    private final int maxMessageSize;
    private final Surplus surplus;
    private int credit;
    private boolean closed;

    IncomingLink(Receiver receiver, Destination destination, AmqpConnection connection, int maxMessageSize) {
        this.receiver = receiver;
        this.destination = destination;
        this.connection = connection;
        this.broker = connection.broker();
        this.faults = connection.server().faults();
        this.maxMessageSize = maxMessageSize;
        this.surplus = new Surplus(receiver, connection);
        topUp();
    }

    private void topUp() {
        if (credit <= CREDIT / 2) {
            receiver.flow(CREDIT - credit);
            credit = CREDIT;
        }
    }

    @Override
    public void onDelivery(Delivery delivery) {
        if (surplus.taken()) {
            return;
        }
        if (delivery.pending() > maxMessageSize && delivery.isPartial()) {
            onGone(true);
            surplus.close(tooLarge(delivery.pending()));
            return;
        }
        if (closed || delivery.isPartial() || !delivery.isReadable()) {
            return;
        }
        byte[] bytes = new byte[delivery.pending()];
        receiver.recv(bytes, 0, bytes.length);
        receiver.advance();
        credit--;
        topUp();
        if (delivery.isAborted()) {
            delivery.settle();
            return;
        }
        List<Runnable> held = faults.held(destination.path());
        long delay = faults.delayMillis(destination.path());
        if (held != null) {
            held.add(() -> takeLater(delivery, bytes));
        } else if (delay > 0) {
            broker.loop().schedule(delay, () -> takeLater(delivery, bytes));
        } else {
            take(delivery, bytes);
        }
    }

    private void takeLater(Delivery delivery, byte[] bytes) {
        take(delivery, bytes);
        connection.needsFlush();
    }

    private void take(Delivery delivery, byte[] bytes) {
        if (closed) {
            return;
        }
        DeliveryState outcome = Accepted.getInstance();
        try {
            send(delivery, bytes);
        } catch (BrokerRefusal refusal) {
            outcome = Errors.rejected(refusal);
        } catch (MalformedMessageException e) {
            outcome = Errors.rejected(
                    new BrokerRefusal(Conditions.DECODE_ERROR, "The message is malformed: " + e.getMessage()));
        } catch (UnsupportedValueException e) {
            outcome = Errors.rejected(new BrokerRefusal(Conditions.NOT_IMPLEMENTED, String.valueOf(e.getMessage())));
        } catch (RefusedPropertyException e) {
            outcome = Errors.rejected(Errors.of(e));
        }
        if (!delivery.remotelySettled()) {
            delivery.disposition(
                    delivery.getRemoteState() instanceof TransactionalState state && outcome == Accepted.getInstance()
                            ? Settlements.transactional(state, Accepted.getInstance())
                            : outcome);
        }
        delivery.settle();
    }

    private void send(Delivery delivery, byte[] bytes) {
        faults.checkSend(destination.path());
        if (bytes.length > maxMessageSize) {
            throw tooLarge(bytes.length);
        }
        List<AmqpMessage> sent = delivery.getMessageFormat() == AmqpMessage.BATCH_FORMAT
                ? AmqpMessage.parseBatch(bytes, broker.codec())
                : List.of(AmqpMessage.parseSent(bytes, broker.codec()));
        List<AmqpMessage> messages = sent.stream().map(broker::identified).toList();
        if (delivery.getRemoteState() instanceof TransactionalState state) {
            UUID transaction = Tags.transaction(state.getTxnId());
            connection.transactions().send(transaction, destination, messages);
        } else {
            destination.send(messages);
        }
    }

    private BrokerRefusal tooLarge(int size) {
        return new BrokerRefusal(
                Conditions.MESSAGE_SIZE_EXCEEDED,
                "The message has %d bytes or more, '%s' takes %d.".formatted(size, destination.path(), maxMessageSize));
    }

    @Override
    public boolean isOf(String entity) {
        return EntityPath.isWithin(entity, destination.path());
    }

    @Override
    public void onGone(boolean failed) {
        closed = true;
    }
}
