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
 * @param enabled whether there are audits. They need the channels {@code delivery-audits} and {@code delivery-audit-answers}; the other
 *     services have {@code drone.audit.enabled} and {@code invoice.audit.enabled}
 * @param interval how often an audit begins by itself, one for all instances. 0: never
 * @param span how far back such an audit goes, from the time until which earlier ones have compared everything. Longer than a failover or a wrong clock, so that several audits cover each delivery
 * @param settlingTime deliveries that were changed within this time are left to the next audit, because their events may be in flight
 * @param pageSize how many deliveries one question to the other services has
 * @param rate the most deliveries a second of all audits together
 * @param repairRate the most missing deliveries a second that are announced again
 * @param repeatAfter the least time between two announcements of the same missing delivery. Longer than consumers take to catch up
 * @param answerTimeout how long an audit waits for further answers
 * @param lookInterval the pause between two checks for audits to begin or to continue, and how long audits in progress are continued before
 *     the next check
 * @param keep how long reports are kept, if time to live is on for the container
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
        @Min(1) @Max(1_000_000) int repairRate,
        @NotNull @DurationMin(millis = 0) Duration repeatAfter,
        @NotNull @DurationMin(seconds = 1) Duration answerTimeout,
        @NotNull @DurationMin(millis = 100) Duration lookInterval,

        @NotNull @DurationMin(hours = 1) @DurationMax(days = 3650)
        Duration keep) {}
