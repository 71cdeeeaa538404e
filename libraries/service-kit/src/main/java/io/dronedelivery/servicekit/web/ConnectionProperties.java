package io.dronedelivery.servicekit.web;

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
 * @param max connections at the same time. For a further one the connection is closed that has waited longest for the whole head of a
 *     request; where none waits, the further one is answered with 503 and closed
 * @param maxPerAddress connections from one IPv4 address, or one /64 of IPv6, at the same time; by default an eighth of {@code max}.
 *     Further ones are answered with 503 and closed. Loopback and the proxies of {@code service-kit.edge.forwarded-from} are not counted
 * @param idleTimeout between the end of an answer, or the opening of the connection, and the first byte of a request. Longer than balancers
 *     keep their connections: one that gives up first would send its next request into the end of the connection
 * @param headTimeout from the first byte of a request until its header fields have come
 * @param bodyTimeout from there until its body has come, whether or not it has been answered by then
 * @param writeTimeout for the client to take an answer that is more than the system buffers
 * @param maxDrainedBody how much of a body is read and dropped after its request has been answered
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

    @AssertTrue(message = "each time-out must be at least 40 ms")
    boolean isLongEnough() {
        return shortest().toMillis() >= 40;
    }

    @AssertTrue(message = "service-kit.connections.max-drained-body must not be negative")
    boolean isDrainedBodyAllowed() {
        return !maxDrainedBody.isNegative();
    }

    /** What one address may have. */
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
