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
 * @param duration how long the others wait for an instance that does not renew its leases any more, before they take them over. It renews
 *     them four times as often
 */
@Validated
@ConfigurationProperties("delivery.leases")
record LeaseProperties(
        @NotNull @DurationMin(millis = 400) @DurationMax(hours = 1)
        Duration duration) {}
