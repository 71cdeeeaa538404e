package io.dronedelivery.localservicebus.amqp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognizes by its first byte what a connection speaks: AMQP, HTTP, or TLS around either. The pipeline begins with it and AMQP. */
final class ProtocolChoice extends ByteToMessageDecoder {
    private static final int TLS_HANDSHAKE = 0x16;

    private final AmqpServer server;
    private final @Nullable SslContext tls;

    /** @param tls null when the connection has TLS already, or cannot have it */
    ProtocolChoice(AmqpServer server, @Nullable SslContext tls) {
        this.server = server;
        this.tls = tls;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int first = in.getUnsignedByte(in.readerIndex());
        ChannelPipeline pipeline = ctx.pipeline();
        if (first == TLS_HANDSHAKE) {
            if (tls == null) {
                in.skipBytes(in.readableBytes());
                ctx.close();
                return;
            }
            pipeline.addAfter(ctx.name(), null, new ProtocolChoice(server, null));
            pipeline.addAfter(ctx.name(), null, tls.newHandler(ctx.alloc()));
        } else if (isMethod(first)) {
            pipeline.remove(AmqpConnection.class);
            WebRequests.addTo(pipeline, server);
        } else if (server.inOutage()) {
            in.skipBytes(in.readableBytes());
            ctx.close();
            return;
        }
        pipeline.remove(this);
    }

    /** AMQP begins with its name. No method of HTTP has the same first letter. */
    private static boolean isMethod(int first) {
        return first > 'A' && first <= 'Z';
    }
}
