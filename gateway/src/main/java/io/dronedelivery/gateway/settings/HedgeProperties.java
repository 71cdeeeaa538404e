package io.dronedelivery.gateway.settings;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

/**
 * When a call is sent a second time although the first attempt has not failed. The first answer counts, and the other attempt is cancelled.
 *
 * @param after a percentile of the time that the latest calls took, {@code p50} to {@code p99}, or a time such as {@code 40ms}
 */
@ConfigurationPropertiesSource
public record HedgeProperties(@DefaultValue("") String after) {

    private static final Pattern PERCENTILE = Pattern.compile("p[5-9]\\d");

    /**
     * Notes what is wrong with it.
     *
     * @param property its full name
     * @param timeout of the call
     */
    public void check(String property, Duration timeout, SettingFaults faults) {
        Duration time = parsed();
        faults.require(
                time != null || isPercentile(),
                property + ".after",
                after,
                "must be a percentile from p50 to p99, or a time such as 40ms");
        faults.require(
                time == null || time.compareTo(Duration.ofMillis(1)) >= 0 && time.compareTo(timeout) < 0,
                property + ".after",
                after,
                "must be at least 1ms and below the timeout, which is " + timeout.toMillis() + "ms");
    }

    private boolean isPercentile() {
        return PERCENTILE.matcher(after).matches();
    }

    private @Nullable Duration parsed() {
        try {
            return isPercentile() ? null : DurationStyle.detectAndParse(after);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The percentile, 0 when there is a fixed time. */
    public int percentile() {
        return isPercentile() ? Integer.parseInt(after.substring(1)) : 0;
    }

    /** The fixed time, zero when there is a percentile. */
    public Duration time() {
        Duration time = parsed();
        return time == null ? Duration.ZERO : time;
    }
}
