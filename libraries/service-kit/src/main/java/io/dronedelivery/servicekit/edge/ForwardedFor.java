package io.dronedelivery.servicekit.edge;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves of {@code X-Forwarded-For} the client's address alone. Each proxy adds its caller at the end, so the client is the last entry that is
 * no proxy. The entries before it come from that client, who may write anything. Readers of the header take its first entry. For the connections
 * of one proxy.
 *
 * @param proxy the other end of the connection
 * @param proxies all that are believed, this one among them
 */
record ForwardedFor(InetAddress proxy, List<Network> proxies) {

    private static final AsciiString X_FORWARDED_FOR = AsciiString.cached("x-forwarded-for");
    private static final AsciiString FORWARDED = AsciiString.cached("forwarded");

    /** Without the header nothing changes. With it {@code Forwarded} is removed: readers prefer that one, and the proxy need not have made it. */
    void applyTo(HttpHeaders headers) {
        if (headers.contains(X_FORWARDED_FOR)) {
            headers.set(X_FORWARDED_FOR, text(client(headers.getAll(X_FORWARDED_FOR))));
            headers.remove(FORWARDED);
        }
    }

    /** The proxy that was asked first where all are proxies, and the last that is known where an entry is no address. */
    private InetAddress client(List<String> values) {
        InetAddress nearest = proxy;
        for (int i = values.size() - 1; i >= 0; i--) {
            String value = values.get(i);
            for (int end = value.length(); end >= 0; ) {
                int comma = value.lastIndexOf(',', end - 1);
                InetAddress next = address(value.substring(comma + 1, end).strip());
                if (next == null) {
                    return nearest;
                }
                nearest = next;
                if (!Network.contain(proxies, next)) {
                    return next;
                }
                end = comma;
            }
        }
        return nearest;
    }

    /** The address of an entry, null when it is none. Some proxies add the port. */
    static @Nullable InetAddress address(String entry) {
        int colon = entry.lastIndexOf(':');
        boolean hasPort = colon > 0 && (entry.charAt(colon - 1) == ']' || entry.indexOf(':') == colon);
        byte[] numbers = NetUtil.createByteArrayFromIpAddressString(hasPort ? entry.substring(0, colon) : entry);
        try {
            return numbers == null ? null : InetAddress.getByAddress(numbers);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four or sixteen bytes are an address", e);
        }
    }

    static String text(InetAddress address) {
        String text = NetUtil.toAddressString(address);
        return address instanceof Inet6Address ? '[' + text + ']' : text;
    }
}
