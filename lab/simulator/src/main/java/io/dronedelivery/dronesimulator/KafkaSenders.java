package io.dronedelivery.dronesimulator;

import io.dronedelivery.messaging.kafka.TopicAdmin;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;

/** A producer for each thread: they would wait for each other's locks. */
record KafkaSenders(SimulatorSettings.SimulatorTarget target) implements Senders {

    private static final int ADMIN_SECONDS = 10;
    private static final int BATCH_BYTES = 64 * 1024;
    private static final long MEMORY_BYTES = 64L * 1024 * 1024;
    private static final int LONGEST_REQUEST_MILLIS = 30_000;

    /** As drone-service makes its topic. It does not start with one that keeps telemetry for a shorter time. */
    private static final Map<String, String> KEPT = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_MS_CONFIG,
            Long.toString(Duration.ofDays(14).toMillis()),
            TopicConfig.RETENTION_BYTES_CONFIG,
            "-1",
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            "LogAppendTime");

    static KafkaSenders connect(SimulatorSettings.SimulatorTarget target) {
        Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                target.address(),
                AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG,
                ""));
        try {
            NewTopic topic =
                    new NewTopic(target.channel(), Optional.of(target.partitions()), Optional.empty()).configs(KEPT);
            TopicAdmin.make(admin, List.of(topic)).toFuture().get(ADMIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw missing(target, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw missing(target, e);
        } finally {
            // Otherwise it would go on trying for a minute.
            admin.close(Duration.ZERO);
        }
        return new KafkaSenders(target);
    }

    private static BrokerMissingException missing(SimulatorSettings.SimulatorTarget target, Exception why) {
        return new BrokerMissingException(
                "Kafka at " + target.address() + " did not make the topic " + target.channel() + ": " + why, why);
    }

    @Override
    public TelemetrySender open() {
        return new KafkaSender(producerSettings(target), target.channel());
    }

    static Map<String, Object> producerSettings(SimulatorSettings.SimulatorTarget target) {
        long linger = target.linger().toMillis();
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, target.address());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "drone-simulator");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, linger);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, MEMORY_BYTES);
        int timeout = (int) target.timeout().toMillis();
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
        settings.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) Math.min(LONGEST_REQUEST_MILLIS, timeout - linger));
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeout);
        // What waits while the broker is away goes on soon after it is back.
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        settings.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.putAll(target.properties());
        return settings;
    }

    @Override
    public void close() {
        // Each thread closes its own.
    }
}
