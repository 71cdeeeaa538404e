package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Broker;
import io.dronedelivery.localservicebus.broker.EventLoop;
import io.dronedelivery.localservicebus.broker.Topology;
import io.dronedelivery.localservicebus.message.DeliveryWriter;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for clients. Everything, including the broker, runs on the one thread of this server's event loop. */
public final class AmqpServer implements EventLoop {
    /** Clients expect a frame within half of their idle timeout, which is 60 s in the SDK. */
    private static final long LONGEST_TICK_MILLIS = 5_000;

    /** It takes less than a millisecond when the processors are idle. */
    private static final Duration SELECTOR_TIMEOUT = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(AmqpServer.class);

    private final EventLoopGroup group;
    private final ServerSettings settings;
    private final Broker broker;
    private final SasTokens tokens;
    private final DeliveryWriter writer;
    private final BrokerFaults faults = new BrokerFaults(this);
    private final ConnectionGate gate;
    private final ConnectionQuota quota;
    private final Set<AmqpConnection> connections = new LinkedHashSet<>();
    private final Set<AmqpConnection> unflushed = new LinkedHashSet<>();
    private final List<Runnable> afterDispatch = new ArrayList<>();
    private final AtomicLong opened = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger links = new AtomicInteger();
    private final ChannelGroup webConnections;
    private @Nullable WebAnswers web;
    private @Nullable Channel listener;
    private @Nullable Socket heldPort;
    private int port;
    private volatile boolean inOutage;

    /**
     * A server that does not listen yet.
     *
     * @param seed for the lock tokens
     * @throws IllegalArgumentException when the topology is inconsistent
     */
    public AmqpServer(Topology topology, ServerSettings settings, long seed) {
        this.settings = settings;
        this.broker = new Broker(topology, this, settings.releaseLocksAtDetach(), seed);
        this.tokens = new SasTokens(settings.keyName(), settings.key());
        this.writer = new DeliveryWriter(broker.codec());
        this.gate = new ConnectionGate(settings.connectionLimit(), settings.connectionWindow());
        this.quota = new ConnectionQuota(settings.maxConnections());
        // After the broker, whose constructor refuses wrong topologies: otherwise the group's selector would stay open.
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("local-service-bus", true), NioIoHandler.newFactory());
        this.webConnections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
        broker.onLockUse(faults::losesLock);
        broker.onDeleted(entity -> List.copyOf(connections).forEach(connection -> connection.endLinksOf(entity)));
        long tick = Math.max(1, Math.min(LONGEST_TICK_MILLIS, idleTimeoutMillis() / 4));
        group.next().scheduleAtFixedRate(() -> runRound(this::tick), tick, tick, TimeUnit.MILLISECONDS);
    }

    /** Sets what answers HTTP requests. Called before the server listens. */
    public void answerWebWith(WebAnswers answers) {
        web = answers;
    }

    /**
     * Listens. Returns the port.
     *
     * @param port 0 takes a free one
     * @throws IllegalStateException when the port is taken, or the address is not one of this machine
     */
    public int listen(int port) {
        ServerBootstrap bootstrap = bootstrap(true);
        // Linux lets it listen beside the socket that holds the port, so that no other process takes the port in
        // between. Other systems do not.
        ChannelFuture bound = bootstrap.bind(settings.address(), port).awaitUninterruptibly();
        boolean held = heldPort != null;
        releasePort();
        if (held && !bound.isSuccess()) {
            bound = bootstrap.bind(settings.address(), port).awaitUninterruptibly();
        }
        listener = checked(bound, port);
        this.port = portOf(listener);
        return this.port;
    }

    /**
     * Listens on one more port, until the server is closed. Returns the port.
     *
     * @param port 0 takes a free one
     * @throws IllegalStateException as {@link #listen}
     */
    public int listenAlso(int port) {
        return portOf(checked(bootstrap(false).bind(settings.address(), port).awaitUninterruptibly(), port));
    }

    private Channel checked(ChannelFuture bound, int port) {
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "port %d of %s cannot be listened on"
                            .formatted(port, settings.address().getHostAddress()),
                    bound.cause());
        }
        return bound.channel();
    }

    private static int portOf(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private ServerBootstrap bootstrap(boolean gated) {
        return new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (gated && !gate.admit(now())) {
                            channel.pipeline().addLast(new ConnectionGate.Silence());
                        } else {
                            channel.pipeline()
                                    .addLast(
                                            new ProtocolChoice(AmqpServer.this, settings.tls()),
                                            new AmqpConnection(AmqpServer.this));
                        }
                    }
                });
    }

    /**
     * Stops listening and cuts the connections of AMQP. State and port stay: connections to it are refused. Other ports then answer only
     * health checks and requests about faults.
     */
    void stopListening() {
        inOutage = true;
        Channel closed = closeListener();
        if (closed != null) {
            holdPort((InetSocketAddress) closed.localAddress());
        }
        call(() -> {
            List.copyOf(connections).forEach(AmqpConnection::drop);
            return true;
        });
    }

    /** Ends {@link #stopListening}, on the same port. */
    void listenAgain() {
        inOutage = false;
        listen(port);
    }

    /** Whether only health checks and requests about faults are answered. */
    boolean inOutage() {
        return inOutage;
    }

    private @Nullable Channel closeListener() {
        Channel open = listener;
        if (open != null) {
            open.close().syncUninterruptibly();
            listener = null;
        }
        return open;
    }

    /**
     * Binds a socket to the port without listening. The system then gives the port to no other process, and refuses connections to it. The
     * port stays in use until the selector has released the listener's socket, which is after its channel reports the close. So this
     * retries.
     */
    private void holdPort(InetSocketAddress address) {
        long end = System.nanoTime() + SELECTOR_TIMEOUT.toNanos();
        Socket held = new Socket();
        try {
            held.setReuseAddress(true);
            while (!held.isBound()) {
                try {
                    held.bind(address);
                } catch (BindException stillInUse) {
                    if (System.nanoTime() > end) {
                        throw stillInUse;
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
            heldPort = held;
        } catch (IOException e) {
            log.warn("Port {} cannot be kept while nothing listens on it: {}", address.getPort(), e.getMessage());
        }
    }

    private void releasePort() {
        Socket held = heldPort;
        if (held != null) {
            heldPort = null;
            try {
                held.close();
            } catch (IOException e) {
                log.warn("Port {} cannot be released: {}", held.getLocalPort(), e.getMessage());
            }
        }
    }

    /** Cuts all connections without a close frame. */
    public void dropConnections() {
        call(() -> {
            List.copyOf(connections).forEach(AmqpConnection::drop);
            webConnections.close();
            return true;
        });
    }

    /**
     * Ends everything. State that is not in a log is lost.
     *
     * @throws RuntimeException when the log has failed; everything is ended then, too
     */
    public void close() {
        faults.close();
        try {
            closeListener();
            releasePort();
            dropConnections();
        } finally {
            group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    /** Runs the task on the event loop and waits for its result. Must not be called on the event loop. */
    public <T> T call(Callable<T> task) {
        return group.next()
                .submit(() -> {
                    T result = task.call();
                    settleDown();
                    return result;
                })
                .syncUninterruptibly()
                .getNow();
    }

    @Override
    public long now() {
        return System.currentTimeMillis();
    }

    @Override
    public void schedule(long delayMillis, Runnable task) {
        group.next().schedule(() -> runRound(task), delayMillis, TimeUnit.MILLISECONDS);
    }

    private void runRound(Runnable task) {
        try {
            task.run();
            settleDown();
        } catch (RuntimeException e) {
            log.error("A timer of the local Service Bus failed", e);
        }
    }

    /**
     * Ends a round: messages are delivered, changes become durable, and only then are answers sent. So nothing is acknowledged that a crash
     * could lose.
     */
    void settleDown() {
        broker.settleDown();
        if (!afterDispatch.isEmpty()) {
            List.copyOf(afterDispatch).forEach(Runnable::run);
            afterDispatch.clear();
        }
        if (!unflushed.isEmpty()) {
            List<AmqpConnection> waiting = List.copyOf(unflushed);
            unflushed.clear();
            waiting.forEach(AmqpConnection::flush);
        }
    }

    private void tick() {
        List.copyOf(connections).forEach(AmqpConnection::tick);
    }

    void openedWeb(Channel connection) {
        webConnections.add(connection);
    }

    WebAnswers web() {
        return Objects.requireNonNull(web);
    }

    void opened(AmqpConnection connection) {
        connections.add(connection);
        opened.incrementAndGet();
        open.incrementAndGet();
    }

    void closed(AmqpConnection connection) {
        if (connections.remove(connection)) {
            open.decrementAndGet();
        }
    }

    void linksChanged(int by) {
        links.addAndGet(by);
    }

    void needsFlush(AmqpConnection connection) {
        unflushed.add(connection);
    }

    void afterDispatch(Runnable task) {
        afterDispatch.add(task);
    }

    /** Draws the delay of the answer to an attach. */
    long attachLatencyMillis() {
        return settings.attachLatency().get().toMillis();
    }

    int idleTimeoutMillis() {
        return Math.toIntExact(settings.idleTimeout().toMillis());
    }

    int maxMessageSize() {
        return settings.maxMessageSize();
    }

    ConnectionQuota quota() {
        return quota;
    }

    SasTokens tokens() {
        return tokens;
    }

    DeliveryWriter writer() {
        return writer;
    }

    public Broker broker() {
        return broker;
    }

    public BrokerFaults faults() {
        return faults;
    }

    public int openConnections() {
        return open.get();
    }

    /** Number of connections opened since the start. */
    public long openedConnections() {
        return opened.get();
    }

    public int openLinks() {
        return links.get();
    }
}
