package io.dronedelivery.lab.kit.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.util.concurrent.ScheduledFuture;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One run of a load. All of it but {@link #start()} and {@link #over()} belongs to its event loop. */
final class LoadRun {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int HTTP = 80;
    private static final long BETWEEN_CHECKS_MS = 10;

    private final ClosedLoad load;
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final String host;
    private final Tally tally;
    private final Set<LoadUser> users = new LinkedHashSet<>();
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
    private @Nullable ScheduledFuture<?> clock;
    private int begun;
    private int connections;
    private long start;
    private long startedAt;
    private long cpuBefore;

    LoadRun(ClosedLoad load, EventLoop loop) {
        this.load = load;
        this.loop = loop;
        this.tally = new Tally(load.requests());
        new NioSocketChannel()
                .unsafe()
                .closeForcibly(); // the JDK reads files for its first socket: not on the event loop
        URI server = load.server();
        int port = server.getPort() < 0 ? HTTP : server.getPort();
        this.host = server.getHost() + ":" + port;
        this.bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.min(Integer.MAX_VALUE, load.timeout().toMillis()))
                .remoteAddress(new InetSocketAddress(server.getHost(), port))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec());
                    }
                });
    }

    /** From any thread. */
    CompletableFuture<LoadResult> start() {
        loop.execute(() -> orFail(this::begin));
        return result;
    }

    /** How many requests are over; from any thread. */
    int over() {
        return tally.over();
    }

    private void begin() {
        cpuBefore = cpu();
        startedAt = System.currentTimeMillis();
        start = System.nanoTime();
        clock = loop.scheduleAtFixedRate(
                () -> orFail(this::check), BETWEEN_CHECKS_MS, BETWEEN_CHECKS_MS, TimeUnit.MILLISECONDS);
        for (int i = 0; i < Math.min(load.users(), load.requests()); i++) {
            users.add(new LoadUser(this, tally, load.timeout(), load.attempts()));
        }
        List.copyOf(users).forEach(LoadUser::begin);
    }

    /** One clock for all: a timer for each request would cost more than the request. */
    private void check() {
        long now = System.nanoTime();
        if (now - start >= load.deadline().toNanos()) {
            begun = load.requests();
            List.copyOf(users).forEach(user -> user.giveUp(now));
        } else {
            List.copyOf(users).forEach(user -> user.check(now));
        }
    }

    /** The number of the next request, -1 when there is none. */
    int next() {
        return begun < load.requests() ? begun++ : -1;
    }

    String target(int number) {
        return load.target().apply(number);
    }

    /** What the answer to it is to be; absent when any will do. */
    @Nullable
    ExpectedBody answer(int number) {
        IntFunction<String> answers = load.answers();
        return answers == null ? null : new ExpectedBody(answers.apply(number));
    }

    String host() {
        return host;
    }

    EventLoop loop() {
        return loop;
    }

    /** @param end is called on the event loop when the connection is open, or with the reason why it is not */
    void connect(LoadConnection connection, Consumer<@Nullable Throwable> end) {
        ChannelFuture connecting = bootstrap.connect();
        connection.of(connecting.channel());
        connecting.addListener(over -> {
            if (loop.inEventLoop()) {
                connected(connection, connecting, end);
            } else { // there was not even a socket
                loop.execute(() -> connected(connection, connecting, end));
            }
        });
    }

    private void connected(LoadConnection connection, ChannelFuture connecting, Consumer<@Nullable Throwable> end) {
        if (connecting.isSuccess()) {
            connections++;
            connecting.channel().pipeline().addLast(connection);
        }
        end.accept(connecting.cause());
    }

    /** A user has nothing more to do. */
    void left(LoadUser user) {
        users.remove(user);
        if (users.isEmpty() && clock != null) {
            clock.cancel(false);
            long took = System.nanoTime() - start;
            orFail(() ->
                    result.complete(tally.result(load.requests(), startedAt, took, connections, cpu() - cpuBefore)));
        }
    }

    /** An event loop swallows what its tasks throw, and the failure would never be reported. */
    private void orFail(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
