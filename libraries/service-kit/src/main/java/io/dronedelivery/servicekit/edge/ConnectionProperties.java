package io.dronedelivery.servicekit.edge;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.time.DurationMax;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of one connection and of their number. Each time ends up to a quarter of the shortest of them late, at most a second. No
 * time may be longer than 100 years.
 *
 * @param max connections at the same time. For one more, the connection is closed that has waited longest for the whole head of a request;
 *     a head that has begun gets 408. If all connections have a request, the new connection, even of a probe, gets 503 with {@code
 *     Retry-After} and is closed. Set it well above the connections that clients and proxies keep. The process needs as many open files and
 *     a quarter more; at start it warns when it may not open them
 * @param maxPerAddress connections at the same time from one IPv4 address, or one /64 network of IPv6. By default an eighth of {@code
 *     service-kit.connections.max}. Further ones get 503 and are closed. Loopback and the proxies of {@code
 *     service-kit.edge.forwarded-from} are not counted
 * @param idleTimeout the time from the end of an answer, or from the opening of the connection, to the first byte of a request. Keep it
 *     longer than the balancer in front keeps its connections, or it sends a request into a connection that is just being closed and
 *     answers 502: AWS 60 s, nginx 60 to 75 s, Azure Application Gateway 120 s. Keep it shorter than the 240 s after which Azure Load
 *     Balancer forgets a flow. Behind the balancers of Google (600 s) set 620s
 * @param headTimeout the time from the first byte of a request to the end of its header fields. Then 408
 * @param bodyTimeout the time from the end of the header fields to the end of the body, however steadily it arrives, before and after the
 *     answer. Then 408
 * @param writeTimeout the time for a client to take what was written for it, if that is more than the buffers of the system hold. An
 *     endless answer, such as server-sent events, goes on as long as its client keeps this pace
 * @param maxDrainedBody how much of a body is read and dropped after its request was answered without it. Also how much of what a client
 *     still sends is read when its connection is closed after the answer, for at most a second. Otherwise the client would find its
 *     connection reset instead of the answer
 */
@ConfigurationProperties(prefix = "service-kit.connections", ignoreUnknownFields = false)
@Validated
record ConnectionProperties(
        @DefaultValue("4096") @Positive int max,
        @Nullable @Positive Integer maxPerAddress,

        @DefaultValue("130s") @DurationMax(days = LONGEST_DAYS)
        Duration idleTimeout,

        @DefaultValue("10s") @DurationMax(days = LONGEST_DAYS)
        Duration headTimeout,

        @DefaultValue("30s") @DurationMax(days = LONGEST_DAYS)
        Duration bodyTimeout,

        @DefaultValue("30s") @DurationMax(days = LONGEST_DAYS)
        Duration writeTimeout,

        @DefaultValue("1MB") DataSize maxDrainedBody) {

    /** Times are computed with as nanoseconds, of which a {@code long} has 292 years. */
    private static final int LONGEST_DAYS = 36_500;

    private static final int SHARES = 8;

    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);

    @AssertTrue(
            message =
                    "service-kit.connections.idle-timeout, service-kit.connections.head-timeout,"
                            + " service-kit.connections.body-timeout and service-kit.connections.write-timeout must be at least 40ms")
    boolean isLongEnough() {
        return shortest().toMillis() >= 40;
    }

    @AssertTrue(message = "service-kit.connections.max-drained-body must not be negative")
    boolean isDrainedBodyAllowed() {
        return !maxDrainedBody.isNegative();
    }

    int shareOfAddress() {
        return maxPerAddress == null ? Math.max(1, max / SHARES) : maxPerAddress;
    }

    private Duration shortest() {
        return Stream.of(idleTimeout, headTimeout, bodyTimeout, writeTimeout)
                .min(Duration::compareTo)
                .orElseThrow();
    }

    /** How often a connection is looked at. */
    Duration interval() {
        Duration quarter = shortest().dividedBy(4);
        return quarter.compareTo(LONGEST_INTERVAL) < 0 ? quarter : LONGEST_INTERVAL;
    }
}
