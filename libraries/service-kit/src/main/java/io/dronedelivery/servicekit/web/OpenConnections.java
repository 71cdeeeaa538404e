package io.dronedelivery.servicekit.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the open connections of a server, and those from each address. Any thread may call it. */
final class OpenConnections {

    private final int max;
    private final int maxPerAddress;
    private final List<Network> exempt;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Object, Integer> byAddress = new ConcurrentHashMap<>();

    /** @param exempt addresses that many clients share: a proxy's are not counted one by one */
    OpenConnections(int max, int maxPerAddress, List<Network> exempt) {
        this.max = max;
        this.maxPerAddress = maxPerAddress;
        this.exempt = exempt;
    }

    /** Counts one more; {@link #closed} must follow. Says why it is one too many, or null when it is not. */
    @Nullable
    String opened(@Nullable InetAddress address) {
        int all = open.incrementAndGet();
        int same = isCounted(address) ? byAddress.merge(client(address), 1, Integer::sum) : 0;
        if (all > max) {
            return "There are as many connections as the service takes.";
        }
        return same > maxPerAddress ? "There are as many connections from this address as the service takes." : null;
    }

    void closed(@Nullable InetAddress address) {
        open.decrementAndGet();
        if (isCounted(address)) {
            byAddress.computeIfPresent(client(address), (client, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** How many addresses are remembered. */
    int addresses() {
        return byAddress.size();
    }

    private boolean isCounted(@Nullable InetAddress address) {
        return address != null && !Network.contain(exempt, address);
    }

    /** With IPv6 a client has a whole /64 to choose its addresses from (RFC 4291, section 2.5.1). */
    private static Object client(@Nullable InetAddress address) {
        return address instanceof Inet6Address six
                ? (Object) ByteBuffer.wrap(six.getAddress()).getLong()
                : String.valueOf(address == null ? null : address.getHostAddress());
    }
}
