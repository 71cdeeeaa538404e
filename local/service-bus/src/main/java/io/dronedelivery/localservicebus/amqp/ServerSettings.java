package io.dronedelivery.localservicebus.amqp;

import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link AmqpServer}.
 *
 * @param address the address to listen on
 * @param keyName name of the shared access key
 * @param key the shared access key
 * @param maxMessageSize largest message or batch, in bytes
 * @param maxConnections the most open connections
 * @param connectionLimit the most new connections within the window; null for no limit
 * @param connectionWindow the window's length
 * @param releaseLocksAtDetach whether a link's messages are available again as soon as it detaches
 * @param idleTimeout a connection is closed when its client sends nothing for this time
 * @param attachLatency delay of the answer to an attach, drawn for each one on the event loop
 * @param tls for connections that begin with TLS; null refuses them
 */
public record ServerSettings(
        InetAddress address,
        String keyName,
        String key,
        int maxMessageSize,
        int maxConnections,
        @Nullable Integer connectionLimit,
        Duration connectionWindow,
        boolean releaseLocksAtDetach,
        Duration idleTimeout,
        Supplier<Duration> attachLatency,
        @Nullable SslContext tls) {}
