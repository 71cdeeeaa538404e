package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.SaslListener;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.engine.TransportException;
import org.apache.qpid.proton.engine.impl.TransportImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The AMQP state machine of one connection, and the handling of its events. */
final class ProtocolEngine implements SaslListener {
    private static final Logger log = LoggerFactory.getLogger(ProtocolEngine.class);
    private static final int MAX_FRAME_SIZE = 65_536;

    private final AmqpConnection owner;
    private final Transport transport = Transport.Factory.create();
    private final Connection connection = Connection.Factory.create();
    private final Collector collector = Collector.Factory.create();
    private final LinkAttacher attacher;
    private final FrameBoundary boundary = new FrameBoundary();
    private final UnansweredAttaches unanswered = new UnansweredAttaches(this::attachBare);

    ProtocolEngine(AmqpConnection owner) {
        this.owner = owner;
        this.attacher = new LinkAttacher(owner);
        transport.setMaxFrameSize(MAX_FRAME_SIZE);
        transport.setIdleTimeout(owner.server().idleTimeoutMillis());
        transport.setEmitFlowEventOnSend(false);
        ((TransportImpl) transport).setProtocolTracer(unanswered);
        Sasl sasl = transport.sasl();
        sasl.server();
        sasl.setMechanisms("ANONYMOUS", "MSSBCBS", "PLAIN");
        sasl.setListener(this);
        connection.setContainer("local-service-bus");
        connection.collect(collector);
        transport.bind(connection);
    }

    Transport transport() {
        return transport;
    }

    /**
     * Takes all the bytes, frame by frame. A begin or an attach is answered before the next frame is read, even if the answer is sent
     * later. The next frame may end the session or link, and the engine cannot answer for an ended one: it would count references to freed
     * objects, or name a channel that does not exist.
     */
    void receive(ByteBuf bytes) {
        while (bytes.isReadable() && connection.getLocalState() != EndpointState.CLOSED) {
            int end = bytes.readerIndex() + boundary.next(bytes);
            while (bytes.readerIndex() < end) {
                if (!process(bytes, end - bytes.readerIndex())) {
                    return;
                }
            }
        }
    }

    /** Gives the engine as many of the bytes as it has room for. Returns false when it takes no more. */
    private boolean process(ByteBuf bytes, int most) {
        int capacity = transport.capacity();
        if (capacity <= 0) {
            return false;
        }
        ByteBuffer tail = transport.tail();
        int length = Math.min(Math.min(capacity, tail.remaining()), most);
        int limit = tail.limit();
        tail.limit(tail.position() + length);
        bytes.readBytes(tail);
        tail.limit(limit);
        try {
            transport.process();
        } catch (TransportException e) {
            // The engine answers with a close that names the error. The next flush sends it.
            handleEvents();
            return false;
        } catch (RuntimeException e) {
            handleEvents();
            refuse(e);
            return false;
        }
        handleEvents();
        return true;
    }

    /**
     * Ends the connection for an invalid frame, such as a transfer on an unknown link. The engine throws an exception for it and sends no
     * answer.
     */
    private void refuse(RuntimeException e) {
        log.info("A connection is closed because its client breaks the protocol", e);
        connection.setCondition(Errors.condition(new BrokerRefusal(
                Conditions.NOT_ALLOWED, "A frame does not fit to what came before it on this connection.")));
        connection.close();
    }

    /** Ends the connection with the next flush. Input until then is not read. */
    void end(BrokerRefusal reason) {
        connection.setCondition(Errors.condition(reason));
        connection.close();
    }

    /** Whether the client has opened the connection and neither side has closed it. */
    boolean isOpen() {
        return connection.getLocalState() == EndpointState.ACTIVE;
    }

    /** Ends the connection when the client has been silent for too long, and sends an empty frame when this server has. */
    void tick(long now) {
        transport.tick(now);
        handleEvents();
    }

    private void handleEvents() {
        for (Event event = collector.peek(); event != null; event = collector.peek()) {
            handle(event);
            collector.pop();
        }
    }

    private void handle(Event event) {
        switch (event.getType()) {
            case CONNECTION_REMOTE_OPEN -> {
                connection.open();
                owner.opened();
            }
            case CONNECTION_REMOTE_CLOSE -> {
                owner.saidGoodbye();
                connection.close();
            }
            case SESSION_REMOTE_OPEN -> {
                event.getSession().open();
                transport.pending();
            }
            case SESSION_REMOTE_CLOSE -> endSession(event.getSession());
            case LINK_REMOTE_OPEN -> attach(event.getLink());
            case LINK_REMOTE_CLOSE, LINK_REMOTE_DETACH -> endLink(event.getLink());
            case LINK_FLOW -> {
                if (event.getLink().getContext() instanceof LinkEndpoint endpoint) {
                    endpoint.onFlow();
                }
            }
            case DELIVERY -> {
                if (event.getLink().getContext() instanceof LinkEndpoint endpoint) {
                    endpoint.onDelivery(event.getDelivery());
                }
            }
            default -> {
                // The other events report this server's own actions.
            }
        }
    }

    /** Answers an attach after the server's delay. Everything else continues meanwhile. */
    private void attach(Link link) {
        long latency = owner.server().attachLatencyMillis();
        if (latency <= 0) {
            answer(link);
        } else {
            owner.broker().loop().schedule(latency, () -> {
                if (isWanted(link)) {
                    answer(link);
                    owner.needsFlush();
                }
            });
        }
        unanswered.add(link);
    }

    /** Attaches a link without a source or target, like a refused one. */
    private void attachBare(Link link) {
        link.open();
        transport.pending();
    }

    private void answer(Link link) {
        attacher.attach(link);
        transport.pending();
    }

    /** Whether the client still wants the link: it has not detached it, ended the session or closed the connection. */
    private boolean isWanted(Link link) {
        return owner.isOpen()
                && link.getRemoteState() == EndpointState.ACTIVE
                && link.getSession().getRemoteState() == EndpointState.ACTIVE;
    }

    private void endLink(Link link) {
        owner.gone(link, false);
        if (link.getLocalState() == EndpointState.ACTIVE) {
            link.close();
        }
        link.free();
    }

    private void endSession(Session session) {
        owner.links().stream().filter(link -> link.getSession() == session).forEach(link -> owner.gone(link, false));
        session.close();
        session.free();
    }

    @Override
    public void onSaslInit(Sasl sasl, Transport of) {
        String mechanism = sasl.getRemoteMechanisms().length == 0 ? "" : sasl.getRemoteMechanisms()[0];
        boolean ok = mechanism.equals("PLAIN")
                ? isPlainOk(sasl)
                : mechanism.equals("ANONYMOUS") || mechanism.equals("MSSBCBS");
        sasl.done(ok ? Sasl.SaslOutcome.PN_SASL_OK : Sasl.SaslOutcome.PN_SASL_AUTH);
    }

    /** RFC 4616: authorization id, zero, key name, zero, key. */
    private boolean isPlainOk(Sasl sasl) {
        byte[] response = new byte[sasl.pending()];
        sasl.recv(response, 0, response.length);
        String[] parts = new String(response, StandardCharsets.UTF_8).split("\0", -1);
        boolean ok = parts.length == 3 && owner.server().tokens().isKey(parts[1], parts[2]);
        if (ok) {
            owner.authorization().grantEverything();
        }
        return ok;
    }

    @Override
    public void onSaslResponse(Sasl sasl, Transport of) {}

    @Override
    public void onSaslMechanisms(Sasl sasl, Transport of) {}

    @Override
    public void onSaslChallenge(Sasl sasl, Transport of) {}

    @Override
    public void onSaslOutcome(Sasl sasl, Transport of) {}
}
