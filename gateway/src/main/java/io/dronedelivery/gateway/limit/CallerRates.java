package io.dronedelivery.gateway.limit;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.dronedelivery.gateway.settings.RateLimitProperties;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.github.bucket4j.BandwidthBuilder.BandwidthBuilderRefillStage;
import io.github.bucket4j.Bucket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often each caller may ask: a token bucket for each, in this instance's memory, with the part of the tokens that is this
 * gateway's. Of callers that are too many to be remembered the ones that have not asked for longest begin anew.
 *
 * <p>Any thread may call it.
 */
public final class CallerRates {

    private static final int REMEMBERED = 50_000;
    /** Whoever has one IPv6 address has all of its network. */
    private static final int IPV6_NETWORK_BYTES = 8;
    /** Before the address of those who were refused; no subject of a token is taken for one. */
    private static final String REFUSED = "\0refused ";

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
                .build(caller -> bucket(burst, requests, per));
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
     * @param caller the token's subject, or {@link #address}
     * @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when the caller has asked too often
     */
    public void count(String caller) {
        Bucket bucket = buckets.get(caller);
        if (!bucket.tryConsume(1)) {
            throw tooMany(bucket);
        }
    }

    /**
     * Counts a request that was refused because nobody knows who makes it. Such requests are counted by themselves: they take nothing from
     * those of the same address that need no token.
     *
     * @param address see {@link #address}
     */
    public void countRefusal(String address) {
        buckets.get(REFUSED + address).tryConsume(1);
    }

    /** @throws ProblemException {@link ProblemType#TOO_MANY_REQUESTS} when the address has no {@link #countRefusal refusal} left */
    public void requireFewRefusals(String address) {
        Bucket bucket = buckets.getIfPresent(REFUSED + address);
        if (bucket != null && bucket.getAvailableTokens() < 1) {
            throw tooMany(bucket);
        }
    }

    private static ProblemException tooMany(Bucket bucket) {
        long wait = bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        return ProblemException.of(ProblemType.TOO_MANY_REQUESTS, "You ask more often than each caller may.")
                .retryAfter(Duration.ofNanos(wait));
    }

    /** What stands for a caller without a token: the address, of IPv6 the network. */
    public static String address(@Nullable InetSocketAddress peer) {
        InetAddress address = peer == null ? null : peer.getAddress();
        if (address == null) {
            return "";
        }
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), IPV6_NETWORK_BYTES))
                : address.getHostAddress();
    }
}
