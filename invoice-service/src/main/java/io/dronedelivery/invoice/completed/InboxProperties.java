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
 * @param keep must be longer than the broker can keep an event
 * @param purgeInterval pause between two purges
 * @param purgeBatch number of ids deleted in one transaction
 */
@Validated
@ConfigurationProperties("invoice.inbox")
record InboxProperties(
        @NotNull @DurationMin(minutes = 1) Duration keep,
        @NotNull @DurationMin(seconds = 1) Duration purgeInterval,
        @Min(1) @Max(100_000) int purgeBatch) {}
