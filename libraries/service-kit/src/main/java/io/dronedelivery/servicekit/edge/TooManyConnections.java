package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;

/** Answers a connection that is one too many, and closes it. What it sends is not looked at. */
final class TooManyConnections extends ChannelInboundHandlerAdapter {

    private final Refusals refusals;
    private final String reason;

    TooManyConnections(Refusals refusals, String reason) {
        this.refusals = refusals;
        this.reason = reason;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ProblemException busy =
                ProblemException.of(ProblemType.UNAVAILABLE, reason).retryAfter(Duration.ofSeconds(1));
        ctx.writeAndFlush(refusals.answer(refusals.refuse(busy))).addListener(ChannelFutureListener.CLOSE);
    }

    /** It ends by itself: nothing else is to be said to its client when the server ends meanwhile. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event != ServedConnections.LEAVE) {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
    }
}
