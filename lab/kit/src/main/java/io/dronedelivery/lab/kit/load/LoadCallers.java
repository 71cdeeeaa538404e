package io.dronedelivery.lab.kit.load;

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
import io.netty.handler.codec.http.HttpContent;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Connections that ask again: as soon as they are answered, or each at its times, whatever became of the question before. A connection that
 * ends is opened again. All of it runs on one event loop.
 */
public final class LoadCallers implements AutoCloseable {

    private static final int STOP_SECONDS = 15;
    private static final int OK = 200;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final LoadTarget target;
    private final boolean heedRetryAfter;
    private final long intervalNanos;
    private final boolean catchesUp;
    private final Outcomes outcomes;
    private final AtomicInteger inFlight = new AtomicInteger();
    private @Nullable SocketAddress source;
    private @Nullable String authorization;
    private byte @Nullable [] expected;
    private volatile boolean ending;
    private volatile boolean over;

    /** Is notified of what comes back, on the event loop. */
    public interface Outcomes {

        /**
         * An answer has come to its end.
         *
         * @param complete whether no optional part is missing in it
         * @param nanos since it should have been asked for
         */
        void answered(int status, boolean complete, long nanos);

        /** An answer was not the expected one. @param what came instead, for people */
        default void wrong(String what) {}

        /** A connection has ended without being asked to. */
        default void brokenOff() {}
    }

    /** Asks again as soon as it is answered. @param heedRetryAfter whether a connection that is refused waits as long as the answer says */
    public static LoadCallers inAClosedLoop(LoadTarget target, boolean heedRetryAfter, Outcomes outcomes) {
        return new LoadCallers(target, heedRetryAfter, 0, false, outcomes);
    }

    /**
     * Each connection asks after each interval. When the answer before comes later than that, it asks at once, and its waiting counts from when it
     * should have asked: a pause of the gateway takes no question out of the account.
     */
    public static LoadCallers atIntervals(LoadTarget target, Duration interval, Outcomes outcomes) {
        return new LoadCallers(target, false, interval.toNanos(), true, outcomes);
    }

    /** Each connection asks again when it is answered, and not before the interval is over since it asked last. */
    public static LoadCallers oneAfterTheOther(LoadTarget target, Duration interval, Outcomes outcomes) {
        return new LoadCallers(target, false, interval.toNanos(), false, outcomes);
    }

    private LoadCallers(
            LoadTarget target, boolean heedRetryAfter, long intervalNanos, boolean catchesUp, Outcomes outcomes) {
        this.target = target;
        this.heedRetryAfter = heedRetryAfter;
        this.intervalNanos = intervalNanos;
        this.catchesUp = catchesUp;
        this.outcomes = outcomes;
    }

    /** From this address of the machine; to be said before they are opened. */
    public LoadCallers from(String address) {
        source = new InetSocketAddress(address, 0);
        return this;
    }

    /** With this header; to be said before they are opened. @param value null for none */
    public LoadCallers withAuthorization(@Nullable String value) {
        authorization = value;
        return this;
    }

    /** Each answer has to have this body, and a status of 200; to be said before they are opened. */
    public LoadCallers expecting(byte[] body) {
        expected = body.clone();
        return this;
    }

    public void open(int connections) {
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

    /** Asks no more, and waits for the answers that are still to come. @return whether all of them came in time */
    public boolean finish(Duration timeout) throws InterruptedException {
        ending = true;
        long deadline = System.nanoTime() + timeout.toNanos();
        while (inFlight.get() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        return inFlight.get() == 0;
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
        private boolean asked;
        private int bytes;
        private @Nullable ExpectedBody body;

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
            if (authorization != null) {
                request.headers().set(HttpHeaderNames.AUTHORIZATION, authorization);
            }
            body = expected == null ? null : new ExpectedBody(expected);
            bytes = 0;
            asked = true;
            inFlight.incrementAndGet();
            channel.writeAndFlush(request);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpResponse response) {
                status = response.status().code();
                waitSeconds = heedRetryAfter ? response.headers().getInt(HttpHeaderNames.RETRY_AFTER, 0) : 0;
                complete = !"false".equals(response.headers().get("X-Aggregate-Completed"));
            }
            if (message instanceof HttpContent part && body != null) {
                bytes += part.content().readableBytes();
                body.read(part.content());
            }
            boolean last = message instanceof LastHttpContent;
            ReferenceCountUtil.release(message);
            if (last && !over) {
                long now = System.nanoTime();
                check();
                outcomes.answered(status, complete, now - due);
                answered();
                askAgain(ctx, now);
            }
        }

        private void check() {
            byte[] all = expected;
            if (all != null && body != null && (status != OK || !body.isComplete())) {
                outcomes.wrong("status " + status + ", " + bytes + " bytes where " + all.length + " were expected");
            }
        }

        private void answered() {
            if (asked) {
                asked = false;
                inFlight.decrementAndGet();
            }
        }

        private void askAgain(ChannelHandlerContext ctx, long now) {
            long next = intervalNanos == 0 ? now + TimeUnit.SECONDS.toNanos(waitSeconds) : due + intervalNanos;
            due = catchesUp ? next : Math.max(next, now);
            askWhenDue(ctx, now);
        }

        private void askWhenDue(ChannelHandlerContext ctx, long now) {
            if (ending) {
                return;
            }
            if (due <= now) {
                ask(ctx.channel());
            } else {
                ctx.executor().schedule(() -> askUnlessOver(ctx), due - now, TimeUnit.NANOSECONDS);
            }
        }

        private void askUnlessOver(ChannelHandlerContext ctx) {
            if (!over && !ending && ctx.channel().isActive()) {
                ask(ctx.channel());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            answered();
            if (!over) {
                outcomes.brokenOff();
                connect();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
