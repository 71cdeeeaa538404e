package io.dronedelivery.localstack.promise;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** How much time the tests of the promise take; what they guarantee is the same. {@code -Dpromise.form=long} is that of {@code -Ppromise}. */
enum Form {
    /** Every lock, session and sweep is short, and a part is stopped while the one before it still starts. */
    SHORT,
    /** All settings as shipped, and one part at a time. */
    LONG;

    static final Form ASKED_FOR =
            valueOf(System.getProperty("promise.form", "short").toUpperCase(Locale.ROOT));

    boolean waitsForEachPart() {
        return this == LONG;
    }

    /** What a part is told beyond where everything is. */
    Map<String, String> settings(Part part) {
        if (this == LONG || part == Part.GATEWAY) {
            return Map.of();
        }
        Map<String, String> settings = new HashMap<>(Map.of(
                "messaging.retry.max-backoff", "2s",
                "messaging.kafka.consumer.properties[session.timeout.ms]", "6000",
                "messaging.kafka.consumer.properties[heartbeat.interval.ms]", "1500"));
        if (part == Part.DELIVERY_SERVICE) {
            settings.put("delivery.outbox.sweep-interval", "2s");
            settings.put("delivery.outbox.older-than", "5s");
        }
        return settings;
    }

    /**
     * The entities of Service Bus: a lock that lasts shorter is lost more often on a busy machine, and its message delivered again, which
     * must not bring it to the dead letters.
     */
    String entities(String declared) {
        return this == LONG
                ? declared
                : declared.replaceAll("\"LockDuration\": *\"PT1M\"", "\"LockDuration\": \"PT15S\"")
                        .replaceAll("\"MaxDeliveryCount\": *10\\b", "\"MaxDeliveryCount\": 2000");
    }
}
