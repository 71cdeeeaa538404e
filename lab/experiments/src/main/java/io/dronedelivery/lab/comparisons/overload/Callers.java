package io.dronedelivery.lab.comparisons.overload;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections that ask again: as soon as they are answered, or each at its times, whatever became of the question before. A connection that
 * ends is opened again. All of it runs on one event loop.
 */
final class Callers implements AutoCloseable {

    private static final int STOP_SECONDS = 15;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Target target;
    private final boolean heedRetryAfter;
    private final long intervalNanos;
    private final boolean catchesUp;
    private final Answers answers;
    private @Nullable SocketAddress source;
    private volatile boolean over;

    /** Asks again as soon as it is answered. @param heedRetryAfter whether a connection that is refused waits as long as the answer says */
    static Callers inAClosedLoop(Target target, boolean heedRetryAfter, Answers answers) {
        return new Callers(target, heedRetryAfter, 0, false, answers);
    }

    /**
     * Each connection asks after each interval. When the answer before comes later than that, it asks at once, and its waiting counts from when it
     * should have asked: a pause of the gateway takes no question out of the account.
     */
    static Callers atIntervals(Target target, Duration interval, Answers answers) {
        return new Callers(target, false, interval.toNanos(), true, answers);
    }

    /** Each connection asks again when it is answered, and not before the interval is over since it asked last. */
    static Callers oneAfterTheOther(Target target, Duration interval, Answers answers) {
        return new Callers(target, false, interval.toNanos(), false, answers);
    }

    private Callers(Target target, boolean heedRetryAfter, long intervalNanos, boolean catchesUp, Answers answers) {
        this.target = target;
        this.heedRetryAfter = heedRetryAfter;
        this.intervalNanos = intervalNanos;
        this.catchesUp = catchesUp;
        this.answers = answers;
    }

    /** From this address of the machine; to be said before they are opened. */
    Callers from(String address) {
        source = new InetSocketAddress(address, 0);
        return this;
    }

    void open(int connections) {
        List<ChannelFuture> opening = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            opening.add(connect());
        }
        opening.forEach(ChannelFuture::awaitUninterruptibly);
    }

    private ChannelFuture connect() {
        return new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new Caller());
                    }
                })
                .localAddress(source)
                .connect(target.host(), target.port());
    }

    @Override
    public void close() {
        over = true;
        // There is nothing to wait for: who is not answered by now is not counted.
        loop.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private final class Caller extends ChannelInboundHandlerAdapter {

        /** When it should have asked, by {@link System#nanoTime()}. */
        private long due;

        private int status;
        private boolean complete;
        private int waitSeconds;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            long now = System.nanoTime();
            // Not all at the same time.
            due = now + (intervalNanos == 0 ? 0 : ThreadLocalRandom.current().nextLong(intervalNanos));
            askWhenDue(ctx, now);
        }

        private void ask(Channel channel) {
            DefaultFullHttpRequest request = new DefaultFullHttpRequest(
                    HttpVersion.HTTP_1_1, HttpMethod.GET, target.next(), Unpooled.EMPTY_BUFFER);
            request.headers().set(HttpHeaderNames.HOST, target.host());
            channel.writeAndFlush(request);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpResponse response) {
                status = response.status().code();
                waitSeconds = heedRetryAfter ? response.headers().getInt(HttpHeaderNames.RETRY_AFTER, 0) : 0;
                complete = !"false".equals(response.headers().get("X-Aggregate-Completed"));
            }
            boolean last = message instanceof LastHttpContent;
            ReferenceCountUtil.release(message);
            if (last && !over) {
                long now = System.nanoTime();
                answers.answered(status, complete, now - due);
                askAgain(ctx, now);
            }
        }

        private void askAgain(ChannelHandlerContext ctx, long now) {
            long next = intervalNanos == 0 ? now + TimeUnit.SECONDS.toNanos(waitSeconds) : due + intervalNanos;
            due = catchesUp ? next : Math.max(next, now);
            askWhenDue(ctx, now);
        }

        private void askWhenDue(ChannelHandlerContext ctx, long now) {
            if (due <= now) {
                ask(ctx.channel());
            } else {
                ctx.executor().schedule(() -> askUnlessOver(ctx), due - now, TimeUnit.NANOSECONDS);
            }
        }

        private void askUnlessOver(ChannelHandlerContext ctx) {
            if (!over && ctx.channel().isActive()) {
                ask(ctx.channel());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (!over) {
                answers.brokenOff();
                connect();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
