package io.dronedelivery.servicekit.edge;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a server from its start to its end, and whether clients are asked to leave them. Any thread may call it.
 *
 * <p>Boot's graceful shutdown leaves this to reactor-netty, which looks from outside the event loops which connections have a request:
 * one that comes after that look is cut off.
 */
final class ServedConnections {

    /** What a connection gets as an event when it is to end as soon as it can. */
    static final Object LEAVE = new Object();

    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile @Nullable Channel listener;
    private volatile boolean leaving;
    private volatile boolean ended;

    void bound(Channel newListener) {
        leaving = false;
        ended = false;
        listener = newListener;
    }

    void opened(Channel connection) {
        open.add(connection);
        if (ended) {
            connection.eventLoop().execute(() -> leave(connection));
        }
    }

    /** From now on no connection is kept for another request. */
    void leave() {
        leaving = true;
    }

    /** Whether no connection is kept for another request. */
    boolean areEnding() {
        return leaving;
    }

    /** Whether the idle ones have been closed: one that becomes idle now has to be, too. */
    boolean haveEnded() {
        return ended;
    }

    /**
     * Ends the server for its clients: no new connections, the idle ones are closed at once and the others when they have been answered.
     *
     * @return done when all are closed
     */
    CompletableFuture<Void> end() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Channel listening = listener;
        if (listening == null || listening.eventLoop().isShuttingDown()) {
            // Applications of one JVM share their threads, and the first that stops takes them along.
            done.complete(null);
            return done;
        }
        // In this order, so that nobody opens a connection for a request that this server would still take.
        listening.close().addListener(closed -> {
            leaving = true;
            ended = true;
            open.forEach(ServedConnections::leave);
            open.newCloseFuture().addListener(all -> done.complete(null));
        });
        return done;
    }

    void breakOff() {
        open.close();
    }

    private static void leave(Channel connection) {
        connection.pipeline().fireUserEventTriggered(LEAVE);
    }
}
