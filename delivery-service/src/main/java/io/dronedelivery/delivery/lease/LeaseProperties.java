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
 * @param duration how long other instances wait before they take over the leases of an instance that no longer renews them. An instance
 *     renews its leases four times in this duration
 */
@Validated
@ConfigurationProperties("delivery.leases")
record LeaseProperties(
        @NotNull @DurationMin(millis = 400) @DurationMax(hours = 1)
        Duration duration) {}
