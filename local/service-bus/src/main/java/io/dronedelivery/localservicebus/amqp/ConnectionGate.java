package io.dronedelivery.localservicebus.amqp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A model of port exhaustion in source network address translation (SNAT). The port of a connection cannot be reused for minutes, so the
 * number of new connections in any window of that length is limited.
 */
final class ConnectionGate {
    private final @Nullable Integer limit;
    private final long windowMillis;
    private final Deque<Long> opened = new ArrayDeque<>();

    ConnectionGate(@Nullable Integer limit, Duration window) {
        this.limit = limit;
        this.windowMillis = window.toMillis();
    }

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

    /** A connection that is not admitted: it stays open, and this server never answers. */
    static final class Silence extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object input) {
            ReferenceCountUtil.release(input);
        }
    }
}
