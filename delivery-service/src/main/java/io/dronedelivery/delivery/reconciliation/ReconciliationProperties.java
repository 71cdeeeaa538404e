package io.dronedelivery.delivery.reconciliation;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How accepted deliveries are compared with flights and invoice lines.
 *
 * @param enabled whether there are audits; they need the channels {@code delivery-audits} and {@code delivery-audit-answers}
 * @param interval how often a periodic audit begins; 0 for never
 * @param span how far back a periodic audit goes
 * @param settlingTime deliveries that were changed in this time before an audit are left to the next one, because their events may be under
 *     way
 * @param pageSize number of deliveries in one question to the other services
 * @param rate the most deliveries compared in a second by all audits together
 * @param answerTimeout how long an audit waits for the last answers
 * @param lookInterval how often to check for audits to begin or end, and how long to work on them between two checks
 * @param keep how long reports are kept, where time to live is enabled for the container
 */
@Validated
@ConfigurationProperties("delivery.reconciliation")
record ReconciliationProperties(
        boolean enabled,
        @NotNull @DurationMin(millis = 0) Duration interval,
        @NotNull @DurationMin(seconds = 1) Duration span,
        @NotNull @DurationMin(millis = 0) Duration settlingTime,
        @Min(1) @Max(1000) int pageSize,
        @Min(1) @Max(1_000_000) int rate,
        @NotNull @DurationMin(seconds = 1) Duration answerTimeout,
        @NotNull @DurationMin(millis = 100) Duration lookInterval,

        @NotNull @DurationMin(hours = 1) @DurationMax(days = 3650)
        Duration keep) {}
