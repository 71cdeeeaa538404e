package io.dronedelivery.delivery.outbox;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How the relay finds events that were stored and not sent.
 *
 * @param sweepInterval the pause between two passes through the ranges that this instance has leased
 * @param olderThan how long only the instance that stored an event sends it, by the database's clock. When this is shorter than the
 *     broker's response time under load, events are sent twice needlessly
 * @param pageSize the most deliveries that one query returns; the relay reads pages until none is left
 * @param sweepConcurrency number of deliveries whose events are sent at the same time
 */
@Validated
@ConfigurationProperties("delivery.outbox")
record OutboxProperties(
        @NotNull @DurationMin(millis = 100) Duration sweepInterval,
        @NotNull @DurationMin(millis = 0) Duration olderThan,
        @Min(1) @Max(1000) int pageSize,
        @Min(1) @Max(1000) int sweepConcurrency) {}
