package io.dronedelivery.localservicebus.amqp;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen of an {@link AmqpServer}.
 *
 * @param address        where to listen
 * @param keyName        name of the shared access key
 * @param key            the shared access key
 * @param maxMessageSize largest message or batch, in bytes
 * @param maxConnections connections that may be open at a time
 * @param connectionLimit new connections within the window; null for no limit
 * @param connectionWindow the window's length
 * @param releaseLocksAtDetach whether a link's messages are given out again as soon as it detaches
 * @param idleTimeout after which time a connection ends over which its client says nothing
 * @param attachLatency after which time an attach is answered, drawn for each one on the event loop
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
        Supplier<Duration> attachLatency) {}
