package io.dronedelivery.localservicebus.journal;

import io.dronedelivery.localservicebus.broker.QueueSettings;
import io.dronedelivery.localservicebus.broker.TopicSettings;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Settings of entities as JSON, for the same reason as {@link RuleJson}. */
final class SettingsJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SettingsJson() {}

    static byte[] encode(QueueSettings settings) {
        return JSON.writeValueAsBytes(settings);
    }

    /** Without the subscriptions, which have records of their own. */
    static byte[] encode(TopicSettings settings) {
        return JSON.writeValueAsBytes(new TopicSettings(
                settings.timeToLive(), settings.duplicateWindow(), settings.maxSizeBytes(), Map.of()));
    }

    static QueueSettings queue(byte[] bytes) {
        return JSON.readValue(bytes, QueueSettings.class);
    }

    static TopicSettings topic(byte[] bytes) {
        return JSON.readValue(bytes, TopicSettings.class);
    }
}
