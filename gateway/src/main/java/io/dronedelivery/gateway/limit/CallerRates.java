package io.dronedelivery.gateway.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.dronedelivery.gateway.settings.RateLimitProperties;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Callers;
import io.github.bucket4j.BandwidthBuilder.BandwidthBuilderRefillStage;
import io.github.bucket4j.Bucket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit of each caller: a token bucket in this instance's memory, with this gateway's share of the tokens. It remembers a bounded
 * number of callers; the least recently seen ones start again with a full bucket.
 *
 * <p>Any thread may call it.
 */
public final class CallerRates {

    private static final int REMEMBERED = 50_000;
    /** An owner of one IPv6 address has all of its network, and may have all networks of a site. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private static final int IPV6_SITE_BYTES = 6;
    /** A site may ask as often as so many networks: it may be one caller with 65,536 of them, or many callers with one each. */
    private static final int NETWORKS_OF_SITE = 16;
    /** Before the address of those who were refused; no subject of a token is taken for one. */
    private static final String REFUSED = "\0refused ";

    private static final String SITE = "\0site ";

    /**
     * What stands for a caller without a token.
     *
     * @param network the address, of IPv6 its /64
     * @param site of IPv6 the /48, null otherwise
     */
    public record Address(String network, @Nullable String site) {

        /** Of the other end of a connection. */
        public static Address of(@Nullable InetSocketAddress peer) {
            InetAddress address = peer == null ? null : peer.getAddress();
            if (address == null) {
                return new Address("", null);
            }
            return address instanceof Inet6Address six
                    ? new Address(start(six, IPV6_NETWORK_BYTES), start(six, IPV6_SITE_BYTES))
                    : new Address(address.getHostAddress(), null);
        }

        private static String start(Inet6Address address, int bytes) {
            return HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), bytes));
        }
    }

    private final LoadingCache<String, Bucket> buckets;

    private CallerRates(RateLimitProperties limit, int gateways) {
        int requests = Objects.requireNonNull(limit.requests());
        int burstOfAll = limit.burst() == null ? requests : limit.burst();
        int burst = Math.max(1, burstOfAll / gateways);
        // A part of the rate as the whole of it in more time: there is no half a request.
        Duration per = limit.per().multipliedBy(gateways);
        Duration untilFull = per.multipliedBy(burst).dividedBy(requests);
        this.buckets = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                // A bucket that is full again is like a new one.
                .expireAfterAccess(untilFull.plusSeconds(1))
                .build(caller -> caller.startsWith(SITE)
                        ? bucket(burst * NETWORKS_OF_SITE, requests * NETWORKS_OF_SITE, per)
                        : bucket(burst, requests, per));
    }

    /**
     * Null when there is no limit.
     *
     * @param gateways how many share the limit, each with as many of a caller's requests as the others
     */
    public static @Nullable CallerRates of(@Nullable RateLimitProperties limit, int gateways) {
        return limit == null ? null : new CallerRates(limit, gateways);
    }

    private static Bucket bucket(int burst, int requests, Duration per) {
        BandwidthBuilderRefillStage empty =
                io.github.bucket4j.Bandwidth.builder().capacity(burst);
        return Bucket.builder()
                .addLimit(empty.refillGreedy(requests, per).build())
                .build();
    }

    /**
     * Counts a request.
     *
     * @param subject of the caller's token
     * @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when the caller has sent too many requests
     */
    public void count(String subject) {
        Bucket bucket = buckets.get(subject);
        if (!bucket.tryConsume(1)) {
            throw tooMany(bucket);
        }
    }

    /** As {@link #count(String)}, for a caller who has no token and needs none. */
    public void count(Address address) {
        count("", address);
    }

    /**
     * Counts a request that was refused because its caller is unknown. Each kind of such requests is counted separately. They use nothing of the
     * rate of requests from the same address that need no token or have a valid one.
     *
     * @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when the address has had too many refusals of that kind
     */
    public void countRefusal(Callers.CallerRefusal kind, Address address) {
        count(REFUSED + kind + ' ', address);
    }

    private void count(String kind, Address address) {
        count(kind + address.network());
        if (address.site() != null) {
            count(SITE + kind + address.site());
        }
    }

    private static ProblemException tooMany(Bucket bucket) {
        long wait = bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        return ProblemException.of(ProblemType.TOO_MANY_REQUESTS, "You ask more often than each caller may.")
                .retryAfter(Duration.ofNanos(wait));
    }

    /** What stands for a caller without a token where callers are compared: the address, of IPv6 the network. */
    public static Object network(@Nullable InetSocketAddress peer) {
        InetAddress address = peer == null ? null : peer.getAddress();
        if (address == null) {
            return "";
        }
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(address.getAddress()).getLong()
                : address;
    }
}
