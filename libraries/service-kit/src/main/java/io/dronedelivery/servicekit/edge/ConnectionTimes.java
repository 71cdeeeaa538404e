package io.dronedelivery.servicekit.edge;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that stays in one phase for too long. One repeated timer checks the connection and measures how long it has been in the
 * same phase, so a request needs no separate timer. Owned by the connection's event loop.
 */
final class ConnectionTimes implements Runnable {

    enum ConnectionPhase {
        IDLE,
        HEAD,
        BODY,
        ANSWER
    }

    private final ConnectionProperties limits;
    private final RequestProgress progress;
    private final RequestWatch watch;
    private final ChannelHandlerContext ctx;
    private @Nullable Future<?> next;

    private ConnectionPhase phase = ConnectionPhase.IDLE;
    private long requests;
    private long foundAt = System.nanoTime();
    private boolean ended;

    /** Done when the client has taken what was written at that time. */
    private @Nullable ChannelFuture taken;

    private long writtenAt;

    ConnectionTimes(
            ConnectionProperties limits, RequestProgress progress, RequestWatch watch, ChannelHandlerContext ctx) {
        this.limits = limits;
        this.progress = progress;
        this.watch = watch;
        this.ctx = ctx;
    }

    void start() {
        next = ctx.executor().schedule(this, limits.interval().toNanos(), TimeUnit.NANOSECONDS);
    }

    void stop() {
        Future<?> scheduled = next;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        if (isAnswerStuck(now)) {
            ctx.close();
            return;
        }
        if (!ended && isTooLate(now)) {
            ended = true;
            watch.tooLate(ctx, phase);
        }
        // Also after the end: the connection is closed behind its last answer, and its client may not take that.
        if (!ctx.isRemoved()) {
            start();
        }
    }

    /** The same request has been in the same phase for as long as it may; how much of it came meanwhile does not matter. */
    private boolean isTooLate(long now) {
        ConnectionPhase found = progress.phase();
        boolean same = found == phase && progress.requests() == requests;
        phase = found;
        requests = progress.requests();
        foundAt = same ? foundAt : now;
        return now - foundAt >= limit(found).toNanos();
    }

    private Duration limit(ConnectionPhase of) {
        return switch (of) {
            case IDLE -> limits.idleTimeout();
            case HEAD -> limits.headTimeout();
            case BODY -> limits.bodyTimeout();
            // How long an answer may take is up to deadlines.
            case ANSWER -> Duration.ofNanos(Long.MAX_VALUE);
        };
    }

    /**
     * What was written when this was asked first has not been taken for as long as it may. What is written meanwhile does not matter: an
     * answer without an end may go on for as long as its client takes what it gets.
     */
    private boolean isAnswerStuck(long now) {
        ChannelFuture before = taken;
        if (before != null && !before.isDone()) {
            return now - writtenAt >= limits.writeTimeout().toNanos();
        }
        ChannelOutboundBuffer buffer = ctx.channel().unsafe().outboundBuffer();
        boolean pending = buffer != null && buffer.totalPendingWriteBytes() > 0;
        // Nothing, behind all that waits: it is written when all of that is.
        taken = pending ? ctx.writeAndFlush(Unpooled.EMPTY_BUFFER) : null;
        writtenAt = now;
        return false;
    }
}
