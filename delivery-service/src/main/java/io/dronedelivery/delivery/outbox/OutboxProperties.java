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
 * @param sweepInterval the pause between two ways of the relay through the ranges of this instance
 * @param olderThan how long the relay leaves every outbox alone after its last change, by the clock of the database
 * @param abandonedAfter how long an outbox is left to a running instance that stored it. After this time another one sends its events.
 *     Longer than events may wait in the dispatcher
 * @param pageSize the most outboxes that one query brings. The relay goes on until there are no more
 * @param sweepConcurrency the number of deliveries whose events are sent at the same time
 * @param giveUpAfter after this time in which events of a range waited and none was sent, an instance leaves the range to others for a
 *     lease's duration
 */
@Validated
@ConfigurationProperties("delivery.outbox")
record OutboxProperties(
        @NotNull @DurationMin(millis = 100) Duration sweepInterval,
        @NotNull @DurationMin(millis = 0) Duration olderThan,
        @NotNull @DurationMin(millis = 0) Duration abandonedAfter,
        @Min(1) @Max(1000) int pageSize,
        @Min(1) @Max(1000) int sweepConcurrency,
        @NotNull @DurationMin(millis = 1) Duration giveUpAfter) {}
