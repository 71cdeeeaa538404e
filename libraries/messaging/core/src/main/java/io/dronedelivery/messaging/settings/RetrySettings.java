package io.dronedelivery.messaging.settings;

import io.dronedelivery.messaging.event.RetryProperties;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Checks whether all attempts of an event can be made before it is parked.
 *
 * @param properties present in applications with a broker
 */
record RetrySettings(ObjectProvider<RetryProperties> properties) implements SettingsCheck {

    private static final String RETRY = "messaging.retry.";

    /** Jitter makes a pause up to half as long again. */
    private static final double LONGEST = 1.5;

    @Override
    public List<Contradiction> contradictions() {
        return properties.stream().flatMap(retry -> attempts(retry).stream()).toList();
    }

    private static List<Contradiction> attempts(RetryProperties retry) {
        Duration pauses = Duration.ZERO;
        for (int failures = 1; failures < retry.attempts(); failures++) {
            pauses = pauses.plus(retry.backoff(failures));
        }
        Duration longest = Duration.ofMillis((long) (pauses.toMillis() * LONGEST));
        Duration after = retry.parking().after();
        if (longest.compareTo(after) < 0 && retry.attempts() <= retry.parking().attempts()) {
            return List.of();
        }
        return List.of(Contradiction.error(
                "%sattempts is %d, whose pauses take up to %s, but an event that alone fails is parked after %sparking.after=%s or %sparking.attempts=%d calls: the last attempts would never be made"
                        .formatted(
                                RETRY,
                                retry.attempts(),
                                longest,
                                RETRY,
                                after,
                                RETRY,
                                retry.parking().attempts()),
                "Lower %sattempts or %smax-backoff, or raise %sparking.after and %sparking.attempts"
                        .formatted(RETRY, RETRY, RETRY, RETRY)));
    }
}
