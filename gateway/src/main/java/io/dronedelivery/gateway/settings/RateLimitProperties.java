package io.dronedelivery.gateway.settings;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often each caller may ask, of all gateways together that {@code gateway.limits.gateways} counts.
 *
 * @param requests how many requests each caller may make in the time {@code per}, 1 to 1,000,000. Without it there is no limit
 * @param per the time for these requests, 1 ms to 1 day
 * @param burst how many requests may come at once after a pause. By default {@code requests}
 */
public record RateLimitProperties(
        @NotNull @Min(1) @Max(1_000_000) @Nullable Integer requests,

        @DefaultValue("1s") @DurationMin(millis = 1) @DurationMax(days = 1)
        Duration per,

        @Nullable @Min(1) @Max(1_000_000) Integer burst) {}
