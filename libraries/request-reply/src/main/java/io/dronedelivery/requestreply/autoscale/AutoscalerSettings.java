package io.dronedelivery.requestreply.autoscale;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When the number of workers is changed; a part of a service's own properties.
 *
 * @param enabled whether it is changed at all
 * @param interval how often to look at the load; each look adds or removes one worker at most
 * @param threshold by how many percent a figure has to differ from that of the look before to be up or down
 * @param min the fewest workers, never below one
 * @param max the most workers
 */
public record AutoscalerSettings(
        @DefaultValue("false") boolean enabled,

        @DefaultValue("5s") @NotNull @DurationMin(millis = 100)
        Duration interval,

        @DefaultValue("20") @Min(1) @Max(100) int threshold,

        @DefaultValue("1") @Min(1) @Max(MAX_WORKERS) int min,

        @DefaultValue("20") @Min(1) @Max(MAX_WORKERS) int max) {

    /** The number of workers is only changed by hand. */
    public static final AutoscalerSettings OFF = new AutoscalerSettings(false, Duration.ofSeconds(5), 20, 1, 20);

    /** The most workers of a process. */
    public static final int MAX_WORKERS = 256;

    @AssertTrue(message = "autoscaler.min must not be above autoscaler.max")
    boolean isMinWithinMax() {
        return min <= max;
    }
}
