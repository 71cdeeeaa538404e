package io.dronedelivery.gateway.backend.instance;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider;

/** Opens connections to one address: finds its numbers if it is a name, connects, and secures the connection if it is to be. */
final class ConnectionOpener {

    private final LoopResources loops;
    private final InetSocketAddress remote;
    private final AddressResolverGroup<InetSocketAddress> names;
    private final Duration connectTimeout;
    private final @Nullable SslProvider tls;
    private final CommonFields common;
    private final int maxHeadBytes;
    private final Runnable onSpoilt;

    /**
     * @param names find the numbers of a name
     * @param tls null for connections that are not secured
     * @param common the fields of each request
     * @param maxHeadBytes the largest head of an answer
     * @param onSpoilt is run when a connection is closed because of what the backend has sent
     */
    ConnectionOpener(
            LoopResources loops,
            InetSocketAddress remote,
            AddressResolverGroup<InetSocketAddress> names,
            Duration connectTimeout,
            @Nullable SslProvider tls,
            CommonFields common,
            int maxHeadBytes,
            Runnable onSpoilt) {
        this.loops = loops;
        this.remote = remote;
        this.names = names;
        this.connectTimeout = connectTimeout;
        this.tls = tls;
        this.common = common;
        this.maxHeadBytes = maxHeadBytes;
        this.onSpoilt = onSpoilt;
    }

    /**
     * Called on the event loop of the pool.
     *
     * @param result is called there with the connection, or with the reason why there is none
     */
    void open(LoopPool pool, BiConsumer<@Nullable BackendConnection, @Nullable Throwable> result) {
        if (!remote.isUnresolved()) {
            connect(pool, List.of(remote), 0, result);
            return;
        }
        names.getResolver(pool.loop()).resolveAll(remote).addListener((Future<List<InetSocketAddress>> found) -> {
            if (found.isSuccess()) {
                connect(pool, found.getNow(), 0, result);
            } else {
                result.accept(null, found.cause());
            }
        });
    }

    /** Tries the addresses one after another. */
    private void connect(
            LoopPool pool,
            List<InetSocketAddress> addresses,
            int index,
            BiConsumer<@Nullable BackendConnection, @Nullable Throwable> result) {
        bootstrap(pool).connect(addresses.get(index)).addListener((ChannelFuture connected) -> {
            BackendConnection connection = connected.channel().pipeline().get(BackendConnection.class);
            if (connected.isSuccess()) {
                secure(connected.channel(), connection, result);
            } else if (index + 1 < addresses.size()) {
                connect(pool, addresses, index + 1, result);
            } else {
                result.accept(null, cause(connection, connected.cause()));
            }
        });
    }

    private static void secure(
            Channel channel,
            BackendConnection connection,
            BiConsumer<@Nullable BackendConnection, @Nullable Throwable> result) {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            finish(connection, result);
            return;
        }
        handler.handshakeFuture().addListener(handshake -> {
            if (handshake.isSuccess()) {
                finish(connection, result);
            } else {
                channel.close();
                Throwable cause = handshake.cause();
                result.accept(
                        null,
                        cause instanceof ClosedChannelException
                                ? new ConnectionEndedException("closed the connection during the TLS handshake")
                                : cause);
            }
        });
    }

    private static void finish(
            BackendConnection connection, BiConsumer<@Nullable BackendConnection, @Nullable Throwable> result) {
        if (connection.opened()) {
            result.accept(connection, null);
        } else {
            result.accept(null, cause(connection, new ConnectionEndedException()));
        }
    }

    /** An error that came before says more than that the channel was closed for it. */
    private static Throwable cause(@Nullable BackendConnection connection, Throwable reported) {
        Throwable before = connection == null ? null : connection.fault();
        if (before != null) {
            return before;
        }
        return reported instanceof ClosedChannelException ? new ConnectionEndedException() : reported;
    }

    private Bootstrap bootstrap(LoopPool pool) {
        EventLoop loop = pool.loop();
        return new Bootstrap()
                .group(loop)
                .channelFactory(() -> loops.onChannel(SocketChannel.class, loop))
                .disableResolver()
                // As on the server's connections, so that both take their buffers from the same memory.
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeout.toMillis())
                .handler(new Initializer(pool));
    }

    private final class Initializer extends ChannelInitializer<Channel> {

        private final LoopPool pool;

        Initializer(LoopPool pool) {
            this.pool = pool;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (tls != null) {
                SslHandler handler =
                        tls.getSslContext().newHandler(channel.alloc(), remote.getHostString(), remote.getPort());
                tls.configure(handler);
                channel.pipeline().addLast(handler);
            }
            ExchangeCodec codec = new ExchangeCodec(maxHeadBytes, onSpoilt);
            channel.pipeline().addLast(codec, new BackendConnection(pool, codec, common));
        }
    }
}
