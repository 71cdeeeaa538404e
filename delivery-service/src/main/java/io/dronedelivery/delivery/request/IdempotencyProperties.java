package io.dronedelivery.delivery.request;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * How idempotency keys are remembered.
 *
 * @param keep how long the {@code Idempotency-Key} of a request is remembered, if time to live is on for the container
 */
@Validated
@ConfigurationProperties("delivery.idempotency")
record IdempotencyProperties(
        @NotNull @DurationMin(minutes = 1) @DurationMax(days = 3650)
        Duration keep) {}
