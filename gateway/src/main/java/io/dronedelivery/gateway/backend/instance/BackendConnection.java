package io.dronedelivery.gateway.backend.instance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResultProvider;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a {@link LoopPool}, at the end of its pipeline behind an {@link ExchangeCodec}. It carries one exchange at a time. An
 * error of the connection closes it and fails its exchange.
 *
 * <p>Everything here runs on the connection's event loop.
 */
final class BackendConnection extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(BackendConnection.class);

    /** A shorter body is copied behind the head, because two buffers cost more. */
    private static final int COPIED_BODY_BYTES = 4096;

    private final LoopPool pool;
    private final ExchangeCodec codec;
    private final CommonFields common;
    /** Of the codec: what is written there passes it by. */
    private @Nullable ChannelHandlerContext codecContext;

    private @Nullable ExchangeHandler exchange;
    private CommonFields.@Nullable OfRequest request;
    private boolean keptAlive;
    /** Whether the pool has it. */
    private boolean open;

    private boolean closes;
    private @Nullable Throwable fault;
    private long openedAt;
    private long idleSince;

    BackendConnection(LoopPool pool, ExchangeCodec codec, CommonFields common) {
        this.pool = pool;
        this.codec = codec;
        this.common = common;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        codecContext = ctx.pipeline().context(codec);
    }

    private ChannelHandlerContext codecContext() {
        return Objects.requireNonNull(codecContext, "the connection is in a pipeline");
    }

    private Channel channel() {
        return codecContext().channel();
    }

    /** The connection is ready for requests; false when it has ended meanwhile. */
    boolean opened() {
        open = channel().isActive();
        openedAt = System.nanoTime();
        idleSince = openedAt;
        return open;
    }

    /** The error that came while it was opened, null when there was none. */
    @Nullable
    Throwable fault() {
        return fault;
    }

    /** Whether it can carry a further exchange. */
    boolean isReusable() {
        return !closes && !codec.closes() && channel().isActive();
    }

    long openedAt() {
        return openedAt;
    }

    long idleSince() {
        return idleSince;
    }

    void idleFrom(long now) {
        idleSince = now;
    }

    /** Sends a request; the connection carries no other exchange. */
    void send(ExchangeHandler next, long now) {
        exchange = next;
        next.carriedBy(this);
        try {
            write(next, now);
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void write(ExchangeHandler next, long now) {
        ChannelHandlerContext out = codecContext();
        CommonFields.OfRequest fields = common.forRequest();
        request = fields;
        next.writeFields(fields, now);
        byte[] body = next.body();
        HttpMethod method = next.method();
        if (body == null || body.length == 0) {
            ByteBuf head = fields.encode(out.alloc(), method, next.uri(), hasAlwaysLength(method) ? 0 : -1, 0);
            ChannelPromise written = out.voidPromise();
            codec.begin(written);
            out.writeAndFlush(head, written);
            return;
        }
        boolean copied = body.length <= COPIED_BODY_BYTES;
        ByteBuf head = fields.encode(out.alloc(), method, next.uri(), body.length, copied ? body.length : 0);
        ChannelPromise written = out.newPromise();
        codec.begin(written);
        if (copied) {
            out.writeAndFlush(head.writeBytes(body), written);
        } else {
            out.write(head, out.voidPromise());
            out.writeAndFlush(Unpooled.wrappedBuffer(body), written);
        }
    }

    private static boolean hasAlwaysLength(HttpMethod method) {
        return method == HttpMethod.POST || method == HttpMethod.PUT || method == HttpMethod.PATCH;
    }

    /** Closes the connection if it carries this exchange. */
    void abort(ExchangeHandler unneeded) {
        if (exchange == unneeded) {
            exchange = null;
            close();
        }
    }

    /** Reads no more of the answer until {@link #resume}. False when it carries another exchange. */
    boolean pause(ExchangeHandler reader) {
        if (exchange != reader) {
            return false;
        }
        codec.pause(channel());
        return true;
    }

    void resume(ExchangeHandler reader) {
        if (exchange != reader) {
            return;
        }
        try {
            codec.resume(codecContext());
        } catch (Exception e) {
            fail(e);
        }
    }

    /** Its place in the pool is free at once: the pool may need it before the event loop reports the end. */
    void close() {
        closes = true;
        channel().close();
        leavePool();
    }

    private void leavePool() {
        if (open) {
            open = false;
            pool.ended(this);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ExchangeHandler carried = exchange;
        if (carried == null) {
            ReferenceCountUtil.release(message);
            return;
        }
        try {
            received(carried, message);
        } catch (RuntimeException e) {
            if (exchange == carried) {
                fail(e);
            } else {
                // The connection carries another one already.
                log.warn("The end of an answer could not be handled", e);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void received(ExchangeHandler carried, Object message) {
        if (message instanceof DecoderResultProvider result
                && result.decoderResult().isFailure()) {
            fail(result.decoderResult().cause());
            return;
        }
        if (message instanceof HttpResponse head) {
            keptAlive = HttpUtil.isKeepAlive(head);
            carried.headCame(
                    head.status().code(),
                    head.protocolVersion(),
                    head.headers(),
                    Objects.requireNonNull(request, "the request was sent"));
        }
        if (message instanceof HttpContent content && exchange == carried) {
            if (content.content().isReadable()) {
                carried.pieceCame(content.content());
            }
            if (message instanceof LastHttpContent && exchange == carried) {
                end(carried);
            }
        }
    }

    /** Gives the connection back first, so that what the end of the exchange begins can use it. */
    private void end(ExchangeHandler carried) {
        exchange = null;
        request = null;
        if (keptAlive) {
            pool.release(this);
        } else {
            close();
        }
        carried.answerEnded();
    }

    private void fail(Throwable cause) {
        ExchangeHandler carried = exchange;
        exchange = null;
        close();
        if (carried != null) {
            carried.connectionFailed(cause);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (fault == null) {
            fault = cause;
        }
        fail(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ExchangeHandler carried = exchange;
        exchange = null;
        leavePool();
        if (carried != null) {
            carried.connectionFailed(new ConnectionEndedException());
        }
    }
}
