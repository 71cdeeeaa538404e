package io.dronedelivery.invoice.completed;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How long it is remembered which events have been worked in.
 *
 * @param keep how long; longer than any event can stay with the broker
 * @param purgeInterval the pause between two looks for older ones
 * @param purgeBatch how many are forgotten in one transaction
 */
@Validated
@ConfigurationProperties("invoice.inbox")
record InboxProperties(
        @NotNull @DurationMin(minutes = 1) Duration keep,
        @NotNull @DurationMin(seconds = 1) Duration purgeInterval,
        @Min(1) @Max(100_000) int purgeBatch) {}
