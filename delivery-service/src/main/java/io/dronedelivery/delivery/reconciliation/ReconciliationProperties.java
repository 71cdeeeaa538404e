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
 * @param interval how often an audit begins by itself; 0 for never
 * @param span how far back such an audit goes
 * @param settlingTime deliveries that were changed in this time before an audit are left to the next one, because their events are under way
 * @param pageSize how many deliveries the other services are asked for at once
 * @param rate how many deliveries are compared in a second at most, by all audits together
 * @param answerTimeout how long an audit waits for the last answers
 * @param lookInterval the pause between two looks for audits that are to be begun or ended, and how long they are gone on with in between
 * @param keep how long reports are kept, where time to live is switched on for the container
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
