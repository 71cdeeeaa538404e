package io.dronedelivery.benchmarks.overload;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.CharsetUtil;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Sockets that stay open for as long as the server lets them. All of them are on one event loop; what they were told may be asked by any thread. */
final class SlowSockets implements AutoCloseable {

    /** What is slow about one. */
    enum Kind {
        HEAD("a byte of the head a second"),
        BODY("a byte of the body a second"),
        SILENT("nothing sent");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /**
     * @param opened how many there were
     * @param open how many are still open
     * @param firstSeconds after which time the first one was closed, from its opening
     * @param lastSeconds after which time the last one was
     */
    record Lives(int opened, int open, double firstSeconds, double lastSeconds) {}

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Target target;
    private final String post;
    private final List<Channel> channels = new ArrayList<>();
    private final Map<Kind, ConcurrentLinkedQueue<Double>> lives = new EnumMap<>(Kind.class);

    /** @param post the path of requests with a body */
    SlowSockets(Target target, String post) {
        this.target = target;
        this.post = post;
        for (Kind kind : Kind.values()) {
            lives.put(kind, new ConcurrentLinkedQueue<>());
        }
    }

    void open(int count) {
        Kind[] kinds = Kind.values();
        for (int i = 0; i < count; i++) {
            channels.add(new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .handler(new Slow(kinds[i % kinds.length]))
                    .connect(target.host(), target.port())
                    .syncUninterruptibly()
                    .channel());
        }
    }

    /** How many are open. */
    int open() {
        return (int) channels.stream().filter(Channel::isActive).count();
    }

    void awaitClosed(int seconds) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (open() > 0 && System.nanoTime() - until < 0) {
            Thread.sleep(100);
        }
    }

    Lives lives(Kind kind) {
        int opened = (channels.size() + Kind.values().length - 1 - kind.ordinal()) / Kind.values().length;
        double[] closed =
                closedAfter(kind).stream().mapToDouble(it -> it).sorted().toArray();
        return closed.length == 0
                ? new Lives(opened, opened, 0, 0)
                : new Lives(opened, opened - closed.length, closed[0], closed[closed.length - 1]);
    }

    private ConcurrentLinkedQueue<Double> closedAfter(Kind kind) {
        return Objects.requireNonNull(lives.get(kind));
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
            switch (kind) {
                case HEAD -> {
                    send(ctx, "GET / HTTP/1.1\r\nHost: " + target.host() + "\r\nX-Slow: ");
                    drip(ctx);
                }
                case BODY -> {
                    send(
                            ctx,
                            "POST " + post + " HTTP/1.1\r\nHost: " + target.host()
                                    + "\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{");
                    drip(ctx);
                }
                case SILENT -> {}
            }
        }

        private void drip(ChannelHandlerContext ctx) {
            ctx.executor()
                    .schedule(
                            () -> {
                                if (ctx.channel().isActive()) {
                                    send(ctx, " ");
                                    drip(ctx);
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
            closedAfter(kind).add((System.nanoTime() - openedAt) / 1e9);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
