package io.dronedelivery.servicekit.web;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that stays in one phase for too long. One repeated timer looks at the connection and measures for how long it has
 * found it in the same phase, so a request needs no timer of its own and never reads the clock. Owned by the connection's event loop.
 */
final class ConnectionTimes implements Runnable {

    /** What a connection waits for. */
    enum Phase {
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

    private Phase phase = Phase.IDLE;
    private long requests;
    private long foundAt = System.nanoTime();
    private boolean ended;

    private boolean writing;
    private long answers;
    private long writingFoundAt;

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
        Phase found = progress.phase();
        boolean same = found == phase && progress.requests() == requests;
        phase = found;
        requests = progress.requests();
        foundAt = same ? foundAt : now;
        return now - foundAt >= limit(found).toNanos();
    }

    private Duration limit(Phase of) {
        return switch (of) {
            case IDLE -> limits.idleTimeout();
            case HEAD -> limits.headTimeout();
            case BODY -> limits.bodyTimeout();
            // How long an answer may take is up to deadlines.
            case ANSWER -> Duration.ofNanos(Long.MAX_VALUE);
        };
    }

    /** The same answer has not been taken for as long as it may. */
    private boolean isAnswerStuck(long now) {
        ChannelOutboundBuffer buffer = ctx.channel().unsafe().outboundBuffer();
        boolean pending = buffer != null && buffer.totalPendingWriteBytes() > 0;
        boolean same = pending && writing && answers == progress.answers();
        writing = pending;
        answers = progress.answers();
        writingFoundAt = same ? writingFoundAt : now;
        return same && now - writingFoundAt >= limits.writeTimeout().toNanos();
    }
}
