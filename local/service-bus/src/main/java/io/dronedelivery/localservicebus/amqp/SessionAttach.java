package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Consumer;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import io.dronedelivery.localservicebus.broker.Session;
import io.dronedelivery.localservicebus.broker.SessionRequest;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.DescribedType;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnknownDescribedType;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** The attach of a receiver that requests a session. It is answered when the session is locked, or when the client's timeout ends. */
final class SessionAttach implements LinkEndpoint, SessionRequest {
    static final Symbol SESSION_FILTER = Symbol.valueOf("com.microsoft:session-filter");
    private static final Symbol LOCKED_UNTIL = Symbol.valueOf("com.microsoft:locked-until-utc");
    /** .NET counts time in units of 100 ns since the year 1. */
    private static final long TICKS_AT_EPOCH = 621_355_968_000_000_000L;

    private static final long TICKS_PER_MILLI = 10_000;

    private final Sender sender;
    private final Source source;
    private final MessageQueue queue;
    private final AmqpConnection connection;
    private final OutgoingLink receiver;
    private final @Nullable Object wanted;
    private final @Nullable String sessionId;

    SessionAttach(Sender sender, Source source, MessageQueue queue, AmqpConnection connection) {
        this.sender = sender;
        this.source = source;
        this.queue = queue;
        this.connection = connection;
        this.receiver = new OutgoingLink(sender, queue, connection);
        this.wanted = source.getFilter().get(SESSION_FILTER);
        Object id = wanted instanceof DescribedType described ? described.getDescribed() : wanted;
        this.sessionId = id == null ? null : RequestProperties.text(id);
    }

    /** Requests the session. Gives up after the timeout. */
    void begin(long timeoutMillis) {
        queue.deliveries().receivers().attach(this);
        connection.broker().loop().schedule(timeoutMillis, this::giveUp);
    }

    private void giveUp() {
        if (queue.deliveries().receivers().cancel(this)) {
            Errors.refuse(
                    sender,
                    new BrokerRefusal(
                            Conditions.TIMEOUT,
                            "The operation did not complete within the allotted time: no session of '%s' is free."
                                    .formatted(queue.path())));
            connection.forget(this);
            connection.needsFlush();
        }
    }

    @Override
    public @Nullable String sessionId() {
        return sessionId;
    }

    @Override
    public Consumer consumer() {
        return receiver;
    }

    @Override
    public void granted(Session session) {
        Map<Symbol, Object> filter = new HashMap<>();
        filter.put(SESSION_FILTER, answer(session.id()));
        Source granted = (Source) source.copy();
        granted.setFilter(filter);
        Map<Symbol, Object> properties = new HashMap<>();
        properties.put(LOCKED_UNTIL, session.lockedUntil() * TICKS_PER_MILLI + TICKS_AT_EPOCH);
        sender.setProperties(properties);
        LinkAttacher.open(sender, granted);
        connection.replace(this, sender, receiver);
        connection.needsFlush();
    }

    /**
     * The filter in the answer, in the client's form. A filter's value is a described type (AMQP 1.0 part 3.5.8), but not every client
     * sends one.
     */
    private Object answer(String id) {
        return wanted instanceof DescribedType described ? new UnknownDescribedType(described.getDescriptor(), id) : id;
    }

    @Override
    public void onDelivery(Delivery delivery) {}

    @Override
    public boolean isOf(String entity) {
        return EntityPath.isWithin(entity, queue.path());
    }

    @Override
    public void onGone(boolean failed) {
        queue.deliveries().receivers().cancel(this);
    }
}
