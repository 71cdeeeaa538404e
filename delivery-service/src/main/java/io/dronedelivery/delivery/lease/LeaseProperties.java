package io.dronedelivery.delivery.lease;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How instances share work.
 *
 * @param duration how long the others wait for an instance that no longer renews its leases. Leases are renewed four times as often. 400 ms
 *     to 1 h
 */
@Validated
@ConfigurationProperties("delivery.leases")
record LeaseProperties(
        @NotNull @DurationMin(millis = 400) @DurationMax(hours = 1)
        Duration duration) {}
