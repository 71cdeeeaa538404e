package io.dronedelivery.servicekit.edge;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that belong together: a network such as {@code 10.0.0.0/8} or {@code ::1/128}, a single address, or one of the words {@code
 * loopback}, {@code private} (RFC 1918 and RFC 4193) and {@code all}.
 */
record Network(String text, Predicate<InetAddress> addresses) {

    private static final Predicate<InetAddress> PRIVATE =
            anyOf(List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"));

    /**
     * Reads one; Spring calls it for each value of a setting.
     *
     * @throws IllegalArgumentException saying what is allowed
     */
    public static Network valueOf(String text) {
        String word = text.strip();
        return switch (word) {
            case "loopback" -> new Network(word, InetAddress::isLoopbackAddress);
            case "private" -> new Network(word, PRIVATE);
            case "all" -> new Network(word, address -> true);
            default -> new Network(word, subnet(word));
        };
    }

    private static Predicate<InetAddress> anyOf(List<String> networks) {
        return networks.stream().map(Network::subnet).reduce(Predicate::or).orElseThrow();
    }

    private static Predicate<InetAddress> subnet(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        // Netty would look a name up.
        boolean six = NetUtil.isValidIpV6Address(address);
        if (!six && !NetUtil.isValidIpV4Address(address)) {
            throw invalid(text);
        }
        try {
            int bits = slash < 0 ? (six ? 128 : 32) : Integer.parseInt(text.substring(slash + 1));
            IpSubnetFilterRule rule = new IpSubnetFilterRule(address, bits, IpFilterRuleType.ACCEPT);
            return candidate -> rule.matches(new InetSocketAddress(candidate, 0));
        } catch (IllegalArgumentException e) {
            throw invalid(text);
        }
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not a network such as 10.0.0.0/8 or ::1/128, nor loopback, private or all");
    }

    /** Whether the address belongs to any of the networks; one that is not known belongs to none. */
    static boolean contain(List<Network> networks, @Nullable InetAddress address) {
        return address != null && networks.stream().anyMatch(network -> network.addresses.test(address));
    }

    @Override
    public String toString() {
        return text;
    }
}
