package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Destination;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.MessageQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.jspecify.annotations.Nullable;

/** Answers a client's attach: resolves the address, checks the client's permission, and sets our endpoint of the link. */
final class LinkAttacher {
    private static final String CBS = "$cbs";
    private static final Symbol TIMEOUT = Symbol.valueOf("com.microsoft:timeout");
    private static final Symbol TRANSFER_DESTINATION = Symbol.valueOf("com.microsoft:transfer-destination-address");
    private static final Symbol MAX_BATCH_SIZE = Symbol.valueOf("com.microsoft:max-message-batch-size");
    private static final long DEFAULT_TIMEOUT_MILLIS = 60_000;

    private final AmqpConnection connection;
    private final Broker broker;

    LinkAttacher(AmqpConnection connection) {
        this.connection = connection;
        this.broker = connection.broker();
    }

    void attach(Link link) {
        try {
            if (link instanceof Receiver receiver) {
                attachSending(receiver);
            } else {
                attachReceiving((Sender) link);
            }
        } catch (BrokerRefusal refusal) {
            Errors.refuse(link, refusal);
        }
    }

    private void attachSending(Receiver link) {
        Object target = link.getRemoteTarget();
        if (target instanceof org.apache.qpid.proton.amqp.transaction.Coordinator) {
            // Clients attach it before they have put any token. The links of a transaction's operations are authorized.
            open(link, link.getRemoteSource());
            connection.add(link, requests(link, null, new Coordinator(connection.transactions())));
            return;
        }
        String address = address(target instanceof Target t ? t.getAddress() : null, "target");
        if (CBS.equals(EntityPath.canonical(address))) {
            CbsNode node = new CbsNode(connection.server().tokens(), connection);
            open(link, link.getRemoteSource());
            connection.add(
                    link,
                    requests(
                            link,
                            null,
                            RequestLink.replying(connection, address, (request, state) -> node.handle(request))));
            return;
        }
        connection.authorization().check(address, broker.now());
        Optional<String> managed = EntityPath.managed(address);
        if (managed.isPresent()) {
            checkExists(managed.get());
            ManagementNode node = new ManagementNode(managed.get(), connection);
            open(link, link.getRemoteSource());
            connection.add(
                    link, requests(link, managed.get(), RequestLink.replying(connection, address, node::handle)));
            return;
        }
        attachIncoming(link, address);
    }

    private void attachIncoming(Receiver link, String address) {
        if (property(link, TRANSFER_DESTINATION) != null) {
            throw new BrokerRefusal(
                    Conditions.NOT_IMPLEMENTED,
                    "Sending via another entity (%s) is not modelled.".formatted(TRANSFER_DESTINATION));
        }
        Destination destination = broker.destination(address)
                .orElseThrow(() ->
                        broker.queue(address).isPresent() ? notADestination(address) : EntityPath.notFound(address));
        int maxMessageSize = connection.server().maxMessageSize();
        UnsignedLong limit = UnsignedLong.valueOf(maxMessageSize);
        link.setMaxMessageSize(limit);
        Map<Symbol, Object> properties = new HashMap<>();
        properties.put(MAX_BATCH_SIZE, limit);
        link.setProperties(properties);
        open(link, link.getRemoteSource());
        connection.add(link, new IncomingLink(link, destination, connection, maxMessageSize));
    }

    private void attachReceiving(Sender link) {
        if (!(link.getRemoteSource() instanceof Source source)) {
            throw new BrokerRefusal(Conditions.INVALID_FIELD, "A receiving link must name its source.");
        }
        if (source.getDynamic()) {
            throw new BrokerRefusal(Conditions.NOT_IMPLEMENTED, "Dynamic sources (temporary queues) are not modelled.");
        }
        String address = address(source.getAddress(), "source");
        Optional<String> managed = EntityPath.managed(address);
        boolean cbs = CBS.equals(EntityPath.canonical(address));
        if (!cbs) {
            connection.authorization().check(address, broker.now());
        }
        if (cbs || managed.isPresent()) {
            managed.ifPresent(this::checkExists);
            String replyTo = link.getRemoteTarget() instanceof Target target ? target.getAddress() : null;
            open(link, source);
            connection.addReplyLink(link, address, replyTo, new ReplyLink(link, connection));
            return;
        }
        attachOutgoing(link, source, address);
    }

    private void attachOutgoing(Sender link, Source source, String address) {
        MessageQueue queue = broker.queue(address)
                .orElseThrow(
                        () -> broker.topic(address).isPresent() ? notASource(address) : EntityPath.notFound(address));
        Map<?, ?> filter = source.getFilter() == null ? Map.of() : source.getFilter();
        for (Object name : filter.keySet()) {
            if (!SessionAttach.SESSION_FILTER.equals(name)) {
                throw new BrokerRefusal(
                        Conditions.NOT_IMPLEMENTED, "The link filter '%s' is not modelled.".formatted(name));
            }
        }
        if (filter.containsKey(SessionAttach.SESSION_FILTER)) {
            SessionAttach attach = new SessionAttach(link, source, queue, connection);
            connection.add(link, attach);
            try {
                attach.begin(timeoutMillis(link));
            } catch (BrokerRefusal refusal) {
                connection.forget(attach);
                throw refusal;
            }
            return;
        }
        OutgoingLink outgoing = new OutgoingLink(link, queue, connection);
        queue.deliveries().receivers().attach(outgoing);
        open(link, source);
        connection.add(link, outgoing);
    }

    /** Answers with an attach that repeats the client's requested source. */
    static void open(Link link, org.apache.qpid.proton.amqp.transport.@Nullable Source source) {
        link.setSource(source);
        link.setTarget(link.getRemoteTarget());
        link.setSenderSettleMode(link.getRemoteSenderSettleMode());
        link.setReceiverSettleMode(link.getRemoteReceiverSettleMode());
        link.open();
    }

    private RequestLink requests(Receiver link, @Nullable String entity, RequestLink.Node node) {
        return new RequestLink(link, entity, node, connection);
    }

    private void checkExists(String entity) {
        if (!broker.has(entity)) {
            throw EntityPath.notFound(entity);
        }
    }

    private static long timeoutMillis(Link link) {
        return property(link, TIMEOUT) instanceof Number number ? number.longValue() : DEFAULT_TIMEOUT_MILLIS;
    }

    private static @Nullable Object property(Link link, Symbol name) {
        Map<Symbol, Object> properties = link.getRemoteProperties();
        return properties == null ? null : properties.get(name);
    }

    private static String address(@Nullable String address, String terminus) {
        if (address == null || address.isEmpty()) {
            throw new BrokerRefusal(
                    Conditions.INVALID_FIELD, "The address of the link's %s is missing.".formatted(terminus));
        }
        return address;
    }

    private static BrokerRefusal notADestination(String address) {
        return new BrokerRefusal(
                Conditions.NOT_ALLOWED, "Messages cannot be sent to the subscription '%s'.".formatted(address));
    }

    private static BrokerRefusal notASource(String address) {
        return new BrokerRefusal(
                Conditions.NOT_ALLOWED, "'%s' is a topic; receive from one of its subscriptions.".formatted(address));
    }
}
