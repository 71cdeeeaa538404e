package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Consumer;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.Lock;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.StoredMessage;
import java.util.UUID;
import org.apache.qpid.proton.amqp.messaging.Outcome;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.codec.ReadableBuffer;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** A link on which a client receives messages of a queue, a subscription or a session. */
final class OutgoingLink implements LinkEndpoint, Consumer {
    private final Sender sender;
    private final MessageQueue queue;
    private final AmqpConnection connection;
    private final boolean peekLock;
    private final UnsentBytes unsent;
    private boolean drainWaits;
    private boolean closed;

    OutgoingLink(Sender sender, MessageQueue queue, AmqpConnection connection) {
        this.sender = sender;
        this.queue = queue;
        this.connection = connection;
        this.peekLock = sender.getRemoteSenderSettleMode() != SenderSettleMode.SETTLED;
        this.unsent = new UnsentBytes(sender);
    }

    boolean is(String name, AmqpConnection on) {
        return connection == on && sender.getName().equals(name);
    }

    @Override
    public int credit() {
        return closed || waitsForRoom() ? 0 : sender.getCredit();
    }

    private boolean waitsForRoom() {
        return sender.getCredit() > 0 && !connection.outbox().hasRoom();
    }

    @Override
    public long unsentBytes() {
        return closed ? 0 : unsent.count();
    }

    @Override
    public boolean peekLock() {
        return peekLock;
    }

    @Override
    public void deliver(StoredMessage message, @Nullable Lock lock) {
        long lockedUntil = lock == null ? 0 : lock.until();
        // Before the engine has a delivery: it would send the next message under the tag of a delivery that stays
        // empty.
        byte[] encoded = connection.server().writer().write(message.content(), message.annotations(lockedUntil));
        Delivery delivery = sender.delivery(Tags.of(lock == null ? new UUID(0, message.sequence()) : lock.token()));
        delivery.setContext(lock);
        sender.sendNoCopy(ReadableBuffer.ByteBufferReader.wrap(encoded));
        if (lock == null) {
            delivery.settle();
        }
        sender.advance();
        unsent.add(encoded.length);
        connection.outbox().add(encoded.length);
        connection.needsFlush();
    }

    @Override
    public void onFlow() {
        queue.deliveries().receivers().creditChanged();
        if (sender.getDrain()) {
            // The available messages use the credit first. The remaining credit then ends.
            connection.afterDispatch(this::drained);
        }
    }

    /**
     * Reports the end of a drain. It waits while messages wait for room, because their credit is not used up. It also waits while the
     * engine holds messages, because the engine does not send them after the drain. It is called again when all have been written.
     */
    private void drained() {
        drainWaits = waitsForRoom() || sender.getQueued() > 0;
        if (!drainWaits) {
            sender.drained();
        }
    }

    @Override
    public boolean isDrained() {
        return drainWaits && sender.getQueued() == 0;
    }

    @Override
    public void onDelivery(Delivery delivery) {
        DeliveryState asked = delivery.getRemoteState();
        if (!(delivery.getContext() instanceof Lock lock) || (asked == null && !delivery.remotelySettled())) {
            return;
        }
        // The client waits for a state of the type that it sent. Another type fails its call, and so does an error
        // within a rejection.
        DeliveryState answer = asked instanceof Rejected ? new Rejected() : asked;
        if (asked == null) {
            queue.deliveries().forgottenByClient(lock);
            delivery.settle();
            return;
        }
        try {
            if (asked instanceof TransactionalState state) {
                Outcome outcome = state.getOutcome();
                connection
                        .transactions()
                        .settle(
                                Tags.transaction(state.getTxnId()),
                                queue,
                                lock.token(),
                                Settlements.settlement(outcome));
            } else {
                queue.deliveries().settle(lock.token(), Settlements.settlement(asked));
            }
        } catch (BrokerRefusal refusal) {
            answer = Errors.rejected(refusal);
        }
        if (!delivery.remotelySettled()) {
            delivery.disposition(answer);
        }
        delivery.settle();
    }

    @Override
    public void sessionLost() {
        closed = true;
        Errors.close(
                sender,
                new BrokerRefusal(
                        Conditions.SESSION_LOCK_LOST,
                        "The session lock has expired on the receiver of '%s'. Accept a new session."
                                .formatted(queue.path())));
        connection.needsFlush();
    }

    @Override
    public boolean isOf(String entity) {
        return EntityPath.isWithin(entity, queue.path());
    }

    @Override
    public void onGone(boolean failed) {
        closed = true;
        queue.deliveries().detach(this, failed);
    }
}
