package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.settings.Contradiction;
import io.dronedelivery.messaging.settings.SettingsCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Checks Kafka's client properties against ours. A value that is invalid by itself is refused where it is read. */
final class KafkaSettings implements SettingsCheck {

    private static final String CONSUMER = "messaging.kafka.consumer.";
    private static final String REBALANCE_WAIT = CONSUMER + "rebalance-wait";
    private static final String WATCHDOG = CONSUMER + "watchdog";
    private static final List<String> PROPERTIES = List.of(CONSUMER + "properties", "messaging.kafka.properties");

    private static final Bindable<Map<String, String>> TEXTS = Bindable.mapOf(String.class, String.class);

    private static final String POLL_INTERVAL = "max.poll.interval.ms";
    private static final String SESSION_TIMEOUT = "session.timeout.ms";
    private static final String HEARTBEAT = "heartbeat.interval.ms";
    private static final long MISSED_HEARTBEATS = 3;

    private final Binder settings;

    KafkaSettings(Environment environment) {
        this.settings = Binder.get(environment);
    }

    @Override
    public List<Contradiction> contradictions() {
        List<Contradiction> found = new ArrayList<>();
        pollInterval(found);
        watchdog(found);
        heartbeat(found);
        window(found);
        return found;
    }

    /**
     * The wait happens inside a poll. The group removes a member that does not poll in time, and the events of this member are handled
     * again.
     */
    private void pollInterval(List<Contradiction> found) {
        Duration interval = kafka(POLL_INTERVAL, Duration.ofMinutes(5));
        Duration wait = settings.bind(REBALANCE_WAIT, Duration.class).orElseGet(() -> Duration.ofSeconds(30));
        if (wait.compareTo(interval) >= 0) {
            found.add(Contradiction.error(
                    "%s is %s, not below Kafka's %s, which is %s: the group removes a member that waits that long"
                            .formatted(REBALANCE_WAIT, wait, POLL_INTERVAL, interval),
                    "Lower %s or raise %sproperties.%s".formatted(REBALANCE_WAIT, CONSUMER, POLL_INTERVAL)));
        }
    }

    /** A rebalance blocks the polling thread for that time, and is no reason to replace the consumer. */
    private void watchdog(List<Contradiction> found) {
        Duration watchdog = settings.bind(WATCHDOG, Duration.class).orElseGet(() -> Duration.ofMinutes(2));
        Duration wait = settings.bind(REBALANCE_WAIT, Duration.class).orElseGet(() -> Duration.ofSeconds(30));
        Duration close =
                settings.bind(CONSUMER + "close-timeout", Duration.class).orElseGet(() -> Duration.ofSeconds(5));
        Duration busy = wait.plus(close.multipliedBy(2));
        if (watchdog.compareTo(busy) <= 0) {
            found.add(Contradiction.error(
                    "%s is %s, not above the %s that a rebalance may take (%s, and %sclose-timeout twice): a consumer would be replaced because of a rebalance"
                            .formatted(WATCHDOG, watchdog, busy, REBALANCE_WAIT, CONSUMER),
                    "Raise %s or lower %s".formatted(WATCHDOG, REBALANCE_WAIT)));
        }
    }

    private void heartbeat(List<Contradiction> found) {
        // The default of ClientSettings, not Kafka's own 45 s.
        Duration session = kafka(SESSION_TIMEOUT, Duration.ofSeconds(15));
        Duration heartbeat = kafka(HEARTBEAT, Duration.ofSeconds(3));
        if (heartbeat.multipliedBy(MISSED_HEARTBEATS).compareTo(session) > 0) {
            found.add(Contradiction.warning(
                    "Kafka's %s is %s and its %s is %s: the group removes a member after two late heartbeats"
                            .formatted(SESSION_TIMEOUT, session, HEARTBEAT, heartbeat),
                    "Set %s to at least three times %s".formatted(SESSION_TIMEOUT, HEARTBEAT)));
        }
    }

    private void window(List<Contradiction> found) {
        int inFlight = settings.bind(CONSUMER + "max-in-flight", Integer.class).orElseGet(() -> 256);
        int uncommitted =
                settings.bind(CONSUMER + "max-uncommitted", Integer.class).orElseGet(() -> 5000);
        if (uncommitted < inFlight) {
            found.add(Contradiction.warning(
                    "%smax-uncommitted is %d, below %smax-in-flight, which is %d and is never reached"
                            .formatted(CONSUMER, uncommitted, CONSUMER, inFlight),
                    "Set %smax-uncommitted to several times %smax-in-flight".formatted(CONSUMER, CONSUMER)));
        }
    }

    private Duration kafka(String property, Duration byDefault) {
        return PROPERTIES.stream()
                .map(place -> settings.bind(place, TEXTS).orElseGet(Map::of).get(property))
                // Kafka itself refuses a value that is not a number, and names it.
                .filter(value -> value != null && value.matches("\\d{1,9}"))
                .findFirst()
                .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                .orElse(byDefault);
    }
}
