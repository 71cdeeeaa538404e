package io.dronedelivery.servicekit.edge;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections of a server, those from each address, and apart from them those that were refused and wait for their
 * clients to read why. Where there is no room for one more, the one that has waited longest for a request loses its place. Any thread
 * may call it.
 */
final class OpenConnections {

    /** At most a quarter as many refused connections wait as there may be others. */
    static final int REFUSED_SHARE = 4;

    private final int max;
    private final int maxPerAddress;
    private final List<Network> exempt;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger lingering = new AtomicInteger();
    private final Map<Object, Integer> byAddress = new ConcurrentHashMap<>();
    private final Set<ConnectionPlace> places = ConcurrentHashMap.newKeySet();

    /** @param exempt addresses that many clients share: a proxy's are not counted one by one */
    OpenConnections(int max, int maxPerAddress, List<Network> exempt) {
        this.max = max;
        this.maxPerAddress = maxPerAddress;
        this.exempt = exempt;
    }

    /**
     * Counts one more, unless that is one too many: a refused connection takes no room, however long it stays.
     *
     * @return null when it is counted, and {@link #occupied} or {@link #closed} must follow; otherwise why it is one too many
     */
    @Nullable
    String opened(@Nullable InetAddress address) {
        while (!countIn(open, max)) {
            ConnectionPlace longestWaiting = longestWaiting();
            if (longestWaiting == null) {
                return "There are as many connections as the service takes, and all have a request.";
            }
            if (vacated(longestWaiting)) {
                longestWaiting.take();
            }
        }
        if (isCounted(address) && byAddress.merge(client(address), 1, Integer::sum) > maxPerAddress) {
            closed(address);
            return "There are as many connections from this address as the service takes.";
        }
        return null;
    }

    /** The place of a connection that was counted. It is given back when the connection is closed, or when another one takes it. */
    void occupied(ConnectionPlace place) {
        places.add(place);
        place.channel().closeFuture().addListener(closed -> vacated(place));
    }

    private boolean vacated(ConnectionPlace place) {
        boolean was = places.remove(place);
        if (was) {
            closed(place.address());
        }
        return was;
    }

    /** Looked for among all, because only a server that is full looks. */
    private @Nullable ConnectionPlace longestWaiting() {
        long now = System.nanoTime();
        long longest = -1;
        ConnectionPlace found = null;
        for (ConnectionPlace place : places) {
            long since = place.progress().waitsSince();
            if (since != RequestProgress.BUSY && now - since > longest) {
                longest = now - since;
                found = place;
            }
        }
        return found;
    }

    void closed(@Nullable InetAddress address) {
        open.decrementAndGet();
        if (isCounted(address)) {
            byAddress.computeIfPresent(client(address), (client, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** Whether a refused connection may wait for its client before it is closed; {@link #lingered} must follow when it may. */
    boolean mayLinger() {
        return countIn(lingering, Math.max(1, max / REFUSED_SHARE));
    }

    void lingered() {
        lingering.decrementAndGet();
    }

    int addresses() {
        return byAddress.size();
    }

    /** One more, if there is room for it. */
    private static boolean countIn(AtomicInteger count, int limit) {
        return count.getAndUpdate(current -> Math.min(limit, current + 1)) < limit;
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
