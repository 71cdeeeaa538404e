package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.EntityPath;
import io.dronedelivery.localservicebus.broker.Transactions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client connection. Bytes go into the protocol engine, its events to the links, its output to the channel. */
final class AmqpConnection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(AmqpConnection.class);

    private final AmqpServer server;
    private final Transactions transactions;
    private final Authorization authorization = new Authorization();
    private final ProtocolEngine engine;
    private final ConnectionOutput outbox = new ConnectionOutput(this::goOn);
    private final long since;
    private final Map<Link, LinkEndpoint> links = new LinkedHashMap<>();
    private final Map<String, ReplyLink> replyLinks = new HashMap<>();
    private @Nullable ChannelHandlerContext context;
    private boolean counted;
    private boolean goodbye;

    AmqpConnection(AmqpServer server) {
        this.server = server;
        this.transactions = new Transactions(server.broker());
        this.engine = new ProtocolEngine(this);
        this.since = server.now();
    }

    AmqpServer server() {
        return server;
    }

    Broker broker() {
        return server.broker();
    }

    Transactions transactions() {
        return transactions;
    }

    Authorization authorization() {
        return authorization;
    }

    ConnectionOutput outbox() {
        return outbox;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (ctx.channel().isActive()) {
            channelActive(ctx);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (context == null) {
            context = ctx;
            outbox.opened(ctx.channel());
            server.opened(this);
        }
    }

    /** The connection speaks another protocol. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (context != null) {
            channelInactive(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object input) {
        ByteBuf bytes = (ByteBuf) input;
        try {
            engine.receive(bytes);
        } finally {
            bytes.release();
            needsFlush();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        server.settleDown();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        outbox.changed();
    }

    /** Resumes waiting work in a separate round, because there is room again. */
    private void goOn() {
        broker().loop().schedule(0, () -> List.copyOf(links.values()).forEach(LinkEndpoint::onFlow));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        context = null;
        dropLinks(!goodbye);
        transactions.close();
        if (counted) {
            server.quota().leave();
        }
        server.closed(this);
        server.settleDown();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean broke = cause instanceof java.io.IOException || cause.getCause() instanceof java.io.IOException;
        if (broke) {
            log.debug("A client's connection broke: {}", cause.toString());
        } else {
            log.warn("A connection is closed because of an error", cause);
        }
        ctx.close();
    }

    /** Handles the client's open and answers with an open. A socket without an open does not count as a connection. */
    void opened() {
        if (!counted && !goodbye) {
            counted = server.quota().enter();
            if (!counted) {
                end(server.quota().refusal());
            }
        }
    }

    /** The client or this server has closed the connection properly. */
    void saidGoodbye() {
        goodbye = true;
        dropLinks(false);
    }

    void add(Link link, LinkEndpoint endpoint) {
        links.put(link, endpoint);
        link.setContext(endpoint);
        server.linksChanged(1);
    }

    /**
     * Adds a link for replies. A reply is sent on the link of the address that a request names, otherwise on the last one attached for the
     * node.
     */
    void addReplyLink(Sender link, String node, @Nullable String address, ReplyLink endpoint) {
        replyLinks.put(node, endpoint);
        if (address != null) {
            replyLinks.put(address, endpoint);
        }
        add(link, endpoint);
    }

    /** Another endpoint takes over the link. */
    void replace(LinkEndpoint old, Link link, LinkEndpoint endpoint) {
        if (links.replace(link, old, endpoint)) {
            link.setContext(endpoint);
        }
    }

    void forget(LinkEndpoint endpoint) {
        int before = links.size();
        links.values().remove(endpoint);
        server.linksChanged(links.size() - before);
        replyLinks.values().removeIf(link -> link == endpoint);
    }

    /** The client has detached the link or ended its session. */
    void gone(Link link, boolean failed) {
        LinkEndpoint endpoint = links.get(link);
        if (endpoint != null) {
            forget(endpoint);
            endpoint.onGone(failed);
        }
    }

    /** Whether the client is still connected. */
    boolean isOpen() {
        return context != null && !goodbye;
    }

    List<Link> links() {
        return List.copyOf(links.keySet());
    }

    /** Ends the links of an entity that was deleted, as Service Bus does. */
    void endLinksOf(String entity) {
        for (Map.Entry<Link, LinkEndpoint> link : List.copyOf(links.entrySet())) {
            if (link.getValue().isOf(entity)) {
                gone(link.getKey(), false);
                Errors.end(link.getKey(), EntityPath.notFound(entity));
                needsFlush();
            }
        }
    }

    private void dropLinks(boolean failed) {
        links().forEach(link -> gone(link, failed));
    }

    /**
     * Sends a reply.
     *
     * @param left called when the reply has been written
     */
    void reply(String node, @Nullable String address, Message reply, Runnable left) {
        ReplyLink link = replyLinks.getOrDefault(address, replyLinks.get(node));
        if (link == null) {
            log.debug("A reply of '{}' is dropped: the connection has no link for it", node);
            left.run();
        } else {
            link.send(reply, left);
        }
    }

    /** Output was put into the engine outside of this connection's own input. */
    void needsFlush() {
        server.needsFlush(this);
    }

    /** Runs the task after all deliveries of this round. */
    void afterDispatch(Runnable task) {
        server.afterDispatch(task);
        needsFlush();
    }

    /**
     * Keeps the connection alive with an empty frame after a long silence of this server. Ends the connection after a long silence of the
     * client.
     */
    void tick() {
        long now = server.now();
        if (engine.isOpen()) {
            engine.tick(now);
            needsFlush();
        } else if (now - since >= server.idleTimeoutMillis()) {
            drop();
        }
    }

    /** Writes the engine's output. A failure ends this connection and no other one, whichever connection caused the flush. */
    void flush() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            return;
        }
        try {
            outbox.write(engine.transport(), links.values());
        } catch (RuntimeException e) {
            log.warn("A connection is closed because the answer to its client cannot be written", e);
            ctx.close();
        }
    }

    /** Ends the connection. Sends the reason, unless the client is still sending. Later input is not read. */
    void end(BrokerRefusal reason) {
        log.info("A connection is ended: {}", reason.getMessage());
        saidGoodbye();
        engine.end(reason);
        needsFlush();
    }

    /** Cuts the connection without a close frame. Not counted as a failure of the client. */
    void drop() {
        goodbye = true;
        if (context != null) {
            context.close();
        }
    }
}
