package io.dronedelivery.invoice.math;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The doubling of numbers.
 *
 * @param work how long a worker is busy with a number of {@code /api/math}. It waits and computes nothing, so that more workers do more in
 *     the same time on any number of processors
 */
@Validated
@ConfigurationProperties("invoice.math")
record MathProperties(
        @DefaultValue("0s") @NotNull @DurationMin(millis = 0) @DurationMax(minutes = 1)
        Duration work) {}
