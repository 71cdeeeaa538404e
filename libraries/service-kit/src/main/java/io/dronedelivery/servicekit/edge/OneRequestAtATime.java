package io.dronedelivery.servicekit.edge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpRequestDecoderSpec;

/**
 * The codec of a connection, which decodes the next request only when the last one has been answered and the client has taken the
 * answer. Netty's decodes all that has been read, and reactor-netty puts the requests that a client sends ahead into a queue without a
 * bound: one connection could fill the heap with them. Here they stay bytes, at most those of two reads of the socket, and then the
 * socket is not read any more, so that TCP holds the client back.
 *
 * <p>Everything happens on the connection's event loop. The bound of Netty's codec since 4.2.18 is no substitute. It drops the requests that
 * were read together with the surplus one, and it does not bound answers that the client does not read.
 *
 * @see <a href="https://github.com/netty/netty/security/advisories/GHSA-pvjx-v7vp-62vq">GHSA-pvjx-v7vp-62vq</a>
 */
final class OneRequestAtATime extends CombinedChannelDuplexHandler<RequestDecoder, HttpResponseEncoder> {

    private final RequestProgress progress;
    private final RequestDecoder decoder;
    /** Bytes that came while no request could be decoded. */
    private final Queue<ByteBuf> waiting = new ArrayDeque<>(1);
    /** The decoder was stopped after a message and may hold another one. */
    private boolean undecoded;

    private boolean decoding;
    private boolean resuming;
    private boolean paused;
    private boolean restoreAutoRead;
    private boolean readRefused;

    /**
     * @param limits of the request's first line and header fields
     * @param progress kept up to date by the {@link RequestWatch} behind this codec
     */
    OneRequestAtATime(HttpRequestDecoderSpec limits, RequestProgress progress) {
        this.progress = progress;
        this.decoder = new RequestDecoder(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(limits.maxHeaderSize())
                .setValidateHeaders(limits.validateHeaders())
                .setInitialBufferSize(limits.initialBufferSize())
                .setAllowDuplicateContentLengths(limits.allowDuplicateContentLengths())
                .setAllowPartialChunks(limits.allowPartialChunks()));
        init(decoder, new Encoder());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (!(message instanceof ByteBuf bytes)) {
            super.channelRead(ctx, message);
        } else if (decoding || paused || !mayDecode(ctx.channel())) {
            waiting.add(bytes);
            pause(ctx.channel().config());
        } else {
            decode(ctx, bytes);
        }
    }

    /** The rest of a request that has begun is always decoded: how much of it is read is up to who receives it. */
    private boolean mayDecode(Channel channel) {
        return progress.isReceiving() || (!progress.isAnswering() && channel.isWritable());
    }

    private void decode(ChannelHandlerContext ctx, @Nullable ByteBuf first) throws Exception {
        decoding = true;
        try {
            ByteBuf next = first;
            while (next != null) {
                decodeOne(ctx, next);
                next = !mayDecode(ctx.channel()) ? null : undecoded ? Unpooled.EMPTY_BUFFER : waiting.poll();
            }
        } finally {
            decoding = false;
        }
        if (paused && !undecoded && waiting.isEmpty()) {
            readOn(ctx);
        }
    }

    private void decodeOne(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
        long before = progress.messages();
        // Also those that the decoder has kept behind the message before.
        boolean more = undecoded || bytes.isReadable();
        super.channelRead(ctx, bytes);
        boolean decoded = progress.messages() != before;
        undecoded = decoded && decoder.holdsBytes();
        if (more && !decoded) {
            progress.headBegan();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        super.write(ctx, message, promise);
        resumeLater(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
        super.channelWritabilityChanged(ctx);
        resumeLater(ctx);
    }

    /** Not at once: the writer of an answer's end has work to do before the next request may come. */
    private void resumeLater(ChannelHandlerContext ctx) {
        if ((undecoded || !waiting.isEmpty()) && !decoding && !resuming && mayDecode(ctx.channel())) {
            resuming = true;
            ctx.executor().execute(() -> resume(ctx));
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        resuming = false;
        if (ctx.isRemoved() || !mayDecode(ctx.channel())) {
            return;
        }
        try {
            decode(ctx, undecoded ? Unpooled.EMPTY_BUFFER : waiting.poll());
            channelReadComplete(ctx);
        } catch (Exception e) {
            ctx.fireExceptionCaught(e);
        }
    }

    /**
     * Stops the reading of the socket. Auto-read is how reactor-netty says what it wants, so it is only turned off until the current
     * read is over: that stops the reading, and {@link #read} keeps it from being started again.
     */
    private void pause(ChannelConfig config) {
        paused = true;
        if (config.isAutoRead()) {
            restoreAutoRead = true;
            config.setAutoRead(false);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        if (restoreAutoRead) {
            restoreAutoRead = false;
            ctx.channel().config().setAutoRead(true);
        }
        super.channelReadComplete(ctx);
    }

    @Override
    public void read(ChannelHandlerContext ctx) throws Exception {
        if (paused) {
            readRefused = true;
        } else {
            super.read(ctx);
        }
    }

    private void readOn(ChannelHandlerContext ctx) {
        paused = false;
        if (readRefused || ctx.channel().config().isAutoRead()) {
            readRefused = false;
            ctx.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        drop();
        super.channelInactive(ctx);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) throws Exception {
        drop();
        super.handlerRemoved(ctx);
    }

    private void drop() {
        for (ByteBuf bytes = waiting.poll(); bytes != null; bytes = waiting.poll()) {
            bytes.release();
        }
    }

    private final class Encoder extends HttpResponseEncoder {

        @Override
        protected boolean isContentAlwaysEmpty(HttpResponse response) {
            return progress.isHead() || super.isContentAlwaysEmpty(response);
        }
    }
}
