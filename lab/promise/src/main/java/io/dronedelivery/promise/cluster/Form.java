package io.dronedelivery.promise.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The settings of a cluster; what it guarantees is the same. */
public enum Form {
    /** Every lock, session, lease and sweep takes seconds. */
    SHORT,
    /** All settings as shipped. */
    LONG;

    private static final Duration DECLARED_LOCK = Duration.ofMinutes(1);

    /** How long Service Bus keeps a message for a consumer that does not renew its lock. */
    public Duration lock() {
        return this == LONG ? DECLARED_LOCK : Duration.ofSeconds(15);
    }

    /** What a part is told beyond where everything is. */
    Map<String, String> settings(ClusterPart part) {
        if (this == LONG || part == ClusterPart.GATEWAY) {
            return Map.of();
        }
        Map<String, String> settings = new HashMap<>(Map.of(
                "messaging.retry.max-backoff", "2s",
                "messaging.kafka.consumer.properties[session.timeout.ms]", "6000",
                "messaging.kafka.consumer.properties[heartbeat.interval.ms]", "1500"));
        if (part == ClusterPart.DELIVERY_SERVICE) {
            settings.put("delivery.leases.duration", "6s");
            settings.put("delivery.outbox.sweep-interval", "2s");
            settings.put("delivery.outbox.older-than", "5s");
            settings.put("delivery.outbox.abandoned-after", "30s");
        }
        return settings;
    }

    /**
     * The entities of Service Bus: a lock that lasts shorter is lost more often on a busy machine, and its message delivered again, which
     * must not bring it to the dead letters. In the long form the broker detects duplicates, as some companies demand.
     */
    String entities(String declared) {
        return this == LONG
                ? declared.replaceAll("\"RequiresDuplicateDetection\": *false", "\"RequiresDuplicateDetection\": true")
                : declared.replaceAll(lockOf(DECLARED_LOCK).replace(" ", " *"), lockOf(lock()))
                        .replaceAll("\"MaxDeliveryCount\": *10\\b", "\"MaxDeliveryCount\": 2000");
    }

    private static String lockOf(Duration lock) {
        return "\"LockDuration\": \"" + lock + "\"";
    }
}
