package io.dronedelivery.servicekit.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import reactor.netty.NettyPipeline;

/**
 * Closes a connection whose request has been answered before its end when the client has closed it, has sent as much as may be dropped, or a
 * second later. A socket that is closed with unread bytes is reset. A client that is still sending then gets the reset instead of the answer. In
 * the pipeline of such connections alone.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-9.6">RFC 9112, 9.6</a>
 */
final class LingeringClose extends ChannelDuplexHandler {

    private static final String NAME = "lingeringClose";
    private static final long LONGEST_MILLIS = 1000;

    private long left;
    private boolean closing;

    private LingeringClose(long droppedBytes) {
        this.left = droppedBytes;
    }

    /**
     * From now on the connection is closed that way.
     *
     * @param droppedBytes how much of what the client still sends is read
     */
    static void installIn(ChannelPipeline pipeline, long droppedBytes) {
        if (pipeline.get(NAME) == null) {
            pipeline.addBefore(NettyPipeline.HttpCodec, NAME, new LingeringClose(droppedBytes));
        }
    }

    /** The connection is closed at once again. */
    static void removeFrom(ChannelPipeline pipeline) {
        if (pipeline.get(NAME) != null) {
            pipeline.remove(NAME);
        }
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        ctx.channel().closeFuture().addListener(closed -> promise.trySuccess());
        if (closing) {
            return;
        }
        closing = true;
        Future<?> late = ctx.executor().schedule(() -> ctx.close(), LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        // Otherwise the pipelines of thousands that are gone would stay in memory until then.
        ctx.channel().closeFuture().addListener(closed -> late.cancel(false));
        if (ctx.channel() instanceof DuplexChannel socket && ctx.pipeline().get(SslHandler.class) == null) {
            // Whoever reads until the end need not wait for it.
            socket.shutdownOutput();
        }
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!closing) {
            ctx.fireChannelRead(message);
            return;
        }
        left -= message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        ReferenceCountUtil.release(message);
        if (left < 0) {
            ctx.close();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (closing) {
            ctx.read();
        } else {
            ctx.fireChannelReadComplete();
        }
    }
}
