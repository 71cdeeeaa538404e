package io.dronedelivery.drone.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The properties of Kafka's clients: those of {@code messaging.kafka}, and those that the design depends on. */
final class TelemetryKafkaClients {

    private static final String PREFIX = "messaging.kafka.";

    /**
     * Session timeout: the partitions of a dead instance are reassigned after this time. 6 s is the minimum that a broker allows by
     * default.
     */
    private static final int SESSION_MILLIS = 6_000;

    /** The most bytes that a consumer fetches ahead of its polls. */
    private static final int FETCHED_BYTES = 8 * 1024 * 1024;

    private final Environment environment;
    private final String id;

    TelemetryKafkaClients(Environment environment) {
        this.environment = environment;
        this.id = environment.getProperty("spring.application.name", "drone-service") + ".telemetry."
                + UUID.randomUUID().toString().substring(0, 8);
    }

    Map<String, Object> admin() {
        return common("admin");
    }

    /** The properties of the archiving member. A new group begins with the oldest message of the topic, so that the archive is complete. */
    Map<String, Object> member(DroneTelemetryProperties settings) {
        Map<String, Object> client = consumer("member", settings);
        client.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
        client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        client.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        client.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        client.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_MILLIS / 3);
        return client;
    }

    Map<String, Object> follower(DroneTelemetryProperties settings) {
        Map<String, Object> client = consumer("follower", settings);
        client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return client;
    }

    private Map<String, Object> consumer(String role, DroneTelemetryProperties settings) {
        Map<String, Object> client = common(role);
        client.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        client.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        client.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, settings.maxPollRecords());
        client.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCHED_BYTES);
        return client;
    }

    private Map<String, Object> common(String role) {
        Map<String, Object> client = new HashMap<>(Binder.get(environment)
                .bind(PREFIX + "properties", Bindable.mapOf(String.class, String.class))
                .orElseGet(Map::of));
        client.put(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                environment.getRequiredProperty(PREFIX + "bootstrap-servers"));
        client.put(CommonClientConfigs.CLIENT_ID_CONFIG, id + "." + role);
        // No reporter: several instances in one JVM would register the same name in JMX.
        client.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        client.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        return client;
    }
}
