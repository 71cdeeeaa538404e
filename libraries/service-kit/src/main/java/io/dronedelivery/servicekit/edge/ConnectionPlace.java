package io.dronedelivery.servicekit.edge;

import io.netty.channel.Channel;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * @param address the other end, null when it has none
 * @param progress tells since when it waits for a request
 */
record ConnectionPlace(Channel channel, @Nullable InetAddress address, RequestProgress progress) {

    /** What a connection gets as an event when another one has taken its place. */
    static final Object TAKEN = new Object();

    /** Tells its event loop that the place is another one's. */
    void take() {
        channel.pipeline().fireUserEventTriggered(TAKEN);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
