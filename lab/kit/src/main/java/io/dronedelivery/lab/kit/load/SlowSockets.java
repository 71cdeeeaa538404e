package io.dronedelivery.lab.kit.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.CharsetUtil;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * Sockets that stay open for as long as the server lets them, and are opened again as long as they should be there. All of them are on one event
 * loop; any thread may read what they received.
 */
public final class SlowSockets implements AutoCloseable {

    private static final int KILOBYTE = 1024;
    /** Enough to read for minutes. To make more documents than anybody reads would be load, and no slowness. */
    private static final int DOCUMENTS = 6;

    public enum Kind {
        HEAD("a byte of the head a second"),
        BODY("a byte of the body a second"),
        READ("a kilobyte of the answer read a second"),
        SILENT("nothing sent");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /**
     * @param opened how many there were
     * @param open how many are still open
     * @param firstSeconds after which time the first one was closed, from its opening
     * @param lastSeconds after which time the last one was
     */
    public record Lives(int opened, int open, double firstSeconds, double lastSeconds) {}

    private static final class Account {

        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private final DoubleAccumulator shortest = new DoubleAccumulator(Math::min, Double.POSITIVE_INFINITY);
        private final DoubleAccumulator longest = new DoubleAccumulator(Math::max, 0);

        void opened() {
            opened.incrementAndGet();
            open.incrementAndGet();
        }

        void closed(double seconds) {
            open.decrementAndGet();
            shortest.accumulate(seconds);
            longest.accumulate(seconds);
        }

        Lives lives() {
            double first = shortest.get();
            return new Lives(opened.get(), open.get(), Double.isInfinite(first) ? 0 : first, longest.get());
        }
    }

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<Kind, Account> accounts = new EnumMap<>(Kind.class);
    private final LoadTarget target;
    private final String post;
    private final String document;
    private volatile boolean openAgain = true;

    /**
     * @param post the path of requests with a body
     * @param document the path of an answer that is longer than what a socket of a slow reader holds
     */
    public SlowSockets(LoadTarget target, String post, String document) {
        this.target = target;
        this.post = post;
        this.document = document;
        for (Kind kind : Kind.values()) {
            accounts.put(kind, new Account());
        }
    }

    /**
     * Opens them without waiting for it. They come one after the other, so that they are not closed, and opened again, all at the same
     * moment: that would be a load that comes and goes.
     *
     * @param time in which they are opened
     */
    public void open(int count, Duration time) {
        Kind[] kinds = Kind.values();
        for (int i = 0; i < count; i++) {
            Kind kind = kinds[i % kinds.length];
            loop.schedule(() -> open(kind), i * time.toNanos() / count, TimeUnit.NANOSECONDS);
        }
    }

    private void open(Kind kind) {
        Bootstrap bootstrap =
                new Bootstrap().group(loop).channel(NioSocketChannel.class).handler(new Slow(kind));
        if (kind == Kind.READ) {
            bootstrap
                    .option(ChannelOption.AUTO_READ, false)
                    .option(ChannelOption.SO_RCVBUF, KILOBYTE)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(KILOBYTE).maxMessagesPerRead(1));
        }
        bootstrap.connect(target.host(), target.port());
    }

    /** From now on those that are closed stay closed. */
    public void openNoMore() {
        openAgain = false;
    }

    public int open() {
        return accounts.values().stream()
                .mapToInt(account -> account.open.get())
                .sum();
    }

    public void awaitClosed(int seconds) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (open() > 0 && System.nanoTime() - until < 0) {
            Thread.sleep(100);
        }
    }

    /** What became of the sockets of each kind until now. */
    public Map<Kind, Lives> lives() {
        Map<Kind, Lives> lives = new EnumMap<>(Kind.class);
        accounts.forEach((kind, account) -> lives.put(kind, account.lives()));
        return lives;
    }

    private Account account(Kind kind) {
        return Objects.requireNonNull(accounts.get(kind));
    }

    @Override
    public void close() {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private final class Slow extends ChannelInboundHandlerAdapter {

        private final Kind kind;
        private long openedAt;

        Slow(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            openedAt = System.nanoTime();
            account(kind).opened();
            switch (kind) {
                case HEAD -> {
                    send(ctx, "GET / HTTP/1.1\r\nHost: " + target.host() + "\r\nX-Slow: ");
                    everySecond(ctx, () -> send(ctx, " "));
                }
                case BODY -> {
                    send(
                            ctx,
                            "POST " + post + " HTTP/1.1\r\nHost: " + target.host()
                                    + "\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{");
                    everySecond(ctx, () -> send(ctx, " "));
                }
                case READ -> {
                    send(
                            ctx,
                            ("GET " + document + " HTTP/1.1\r\nHost: " + target.host() + "\r\n\r\n").repeat(DOCUMENTS));
                    everySecond(ctx, ctx::read);
                }
                case SILENT -> {}
            }
        }

        private void everySecond(ChannelHandlerContext ctx, Runnable step) {
            ctx.executor()
                    .schedule(
                            () -> {
                                if (ctx.channel().isActive()) {
                                    step.run();
                                    everySecond(ctx, step);
                                }
                            },
                            1,
                            TimeUnit.SECONDS);
        }

        private void send(ChannelHandlerContext ctx, String text) {
            ctx.writeAndFlush(Unpooled.copiedBuffer(text, CharsetUtil.US_ASCII));
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            account(kind).closed((System.nanoTime() - openedAt) / 1e9);
            if (openAgain) {
                open(kind);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
