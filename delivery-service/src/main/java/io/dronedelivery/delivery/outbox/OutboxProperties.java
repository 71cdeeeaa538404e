package io.dronedelivery.delivery.outbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How events are found that were stored and not sent.
 *
 * @param sweepInterval the pause between two searches; the first one is at the start
 * @param olderThan how long an event is left to the instance that stored it. Shorter than a broker needs under load, and events are
 *     sent twice for nothing
 * @param sweepLimit how many deliveries one search takes up at most
 * @param sweepConcurrency of how many deliveries the events are sent at the same time
 */
@Validated
@ConfigurationProperties("delivery.outbox")
record OutboxProperties(
        @NotNull @DurationMin(millis = 100) Duration sweepInterval,
        @NotNull @DurationMin(millis = 0) Duration olderThan,
        @Min(1) @Max(10_000) int sweepLimit,
        @Min(1) @Max(1000) int sweepConcurrency) {}
