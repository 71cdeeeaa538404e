package io.dronedelivery.localservicebus.amqp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A model of the exhaustion of outbound ports by source network address translation: a port that was used for a connection cannot be used
 * again for minutes, so only so many connections can be opened in any window of that length.
 */
final class ConnectionGate {
    private final @Nullable Integer limit;
    private final long windowMillis;
    private final Deque<Long> opened = new ArrayDeque<>();

    ConnectionGate(@Nullable Integer limit, Duration window) {
        this.limit = limit;
        this.windowMillis = window.toMillis();
    }

    /** Whether one more connection gets through now. */
    boolean admit(long now) {
        if (limit == null) {
            return true;
        }
        while (!opened.isEmpty() && opened.peekFirst() <= now - windowMillis) {
            opened.removeFirst();
        }
        if (opened.size() >= limit) {
            return false;
        }
        opened.addLast(now);
        return true;
    }

    /** A connection that did not get through: it stands, and nobody ever answers. */
    static final class Silence extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object input) {
            ReferenceCountUtil.release(input);
        }
    }
}
