package io.dronedelivery.gateway.backend.instance;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;

/** Skips the interim answers of a stream of HTTP/2. Reactor-netty skips 100 and 102 alone. {@link ExchangeCodec} does so for HTTP/1.1. */
@ChannelHandler.Sharable
final class InterimAnswers extends ChannelInboundHandlerAdapter {

    static final InterimAnswers SKIPPED = new InterimAnswers();

    private InterimAnswers() {}

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpResponse head && head.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            ReferenceCountUtil.release(message);
            ctx.read();
        } else {
            ctx.fireChannelRead(message);
        }
    }
}
