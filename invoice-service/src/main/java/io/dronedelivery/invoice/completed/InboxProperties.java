package io.dronedelivery.invoice.completed;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How long the ids of processed events are kept.
 *
 * @param keep how long the ids of handled events are kept. Longer than the broker can keep an event
 * @param purgeInterval the pause between two deletions of expired ids
 * @param purgeBatch how many ids are deleted in one transaction
 */
@Validated
@ConfigurationProperties("invoice.inbox")
record InboxProperties(
        @NotNull @DurationMin(minutes = 1) Duration keep,
        @NotNull @DurationMin(seconds = 1) Duration purgeInterval,
        @Min(1) @Max(100_000) int purgeBatch) {}
