package io.dronedelivery.requestreply.autoscale;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When the number of workers is changed; a part of a service's own properties.
 *
 * @param enabled whether the number of workers follows the load
 * @param interval how often the load is checked. Each check adds or removes one worker at most
 * @param threshold by how many percent a figure must differ from the previous check to count as up or down
 * @param min the fewest workers, at least 1. A process starts with no fewer, unless it starts with none
 * @param max the most workers. A process starts with no more
 */
@ConfigurationPropertiesSource
public record AutoscalerSettings(
        @DefaultValue("false") boolean enabled,

        @DefaultValue("5s") @NotNull Duration interval,
        @DefaultValue("20") int threshold,
        @DefaultValue("1") int min,
        @DefaultValue("20") int max) {

    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

    /** Only operators change the number of workers. */
    public static final AutoscalerSettings OFF = new AutoscalerSettings(false, Duration.ofSeconds(5), 20, 1, 20);

    public static final int MAX_WORKERS = 256;

    /** @throws IllegalArgumentException naming the setting that is out of range */
    public AutoscalerSettings {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0) {
            throw new IllegalArgumentException("autoscaler.interval must be 100 ms or more, was " + interval);
        }
        checkRange("threshold", threshold, 100);
        checkRange("min", min, MAX_WORKERS);
        checkRange("max", max, MAX_WORKERS);
        if (min > max) {
            throw new IllegalArgumentException("autoscaler.min must not be above autoscaler.max");
        }
    }

    private static void checkRange(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException("autoscaler." + name + " must be 1 to " + most + ", was " + value);
        }
    }
}
