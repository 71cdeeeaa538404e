package io.dronedelivery.localservicebus.amqp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;

/** AMQP over WebSockets: the payloads of the binary frames, one after the other, are the bytes of the connection. */
final class WebSocketBytes extends MessageToMessageCodec<WebSocketFrame, ByteBuf> {
    WebSocketBytes() {
        super(WebSocketFrame.class, ByteBuf.class);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, WebSocketFrame frame, List<Object> out) {
        if (frame instanceof BinaryWebSocketFrame || frame instanceof ContinuationWebSocketFrame) {
            out.add(frame.content().retain());
        } else {
            ctx.close();
        }
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out) {
        out.add(new BinaryWebSocketFrame(bytes.retain()));
    }
}
