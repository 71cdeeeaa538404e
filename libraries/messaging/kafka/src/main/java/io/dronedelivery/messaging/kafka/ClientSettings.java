package io.dronedelivery.messaging.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the properties of Kafka's clients from {@link KafkaProperties}. */
public final class ClientSettings {

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(10);
    private static final int SESSION_TIMEOUT_MILLIS = 15_000;
    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(5);

    /** Properties that the delivery promise and the order of events depend on. */
    private static final Set<String> DECIDED = Set.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            // Events of a key have to be in one partition to keep their order.
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG,
            // With another value a group without offsets skips the waiting events, or consumes nothing.
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG);

    private final KafkaProperties properties;
    private final String application;

    /**
     * @param application the prefix of the clients' ids, for the broker's logs and quotas
     * @throws IllegalArgumentException naming a property that must not be set
     */
    public ClientSettings(KafkaProperties properties, String application) {
        this.properties = properties;
        this.application = application;
        refuseDecided("messaging.kafka.properties", properties.properties());
        refuseDecided(
                "messaging.kafka.publisher.properties", properties.publisher().properties());
        refuseDecided(
                "messaging.kafka.consumer.properties", properties.consumer().properties());
    }

    private static void refuseDecided(String name, Map<String, String> chosen) {
        chosen.keySet().stream().filter(DECIDED::contains).findFirst().ifPresent(key -> {
            throw new IllegalArgumentException(
                    name + "." + key + " cannot be set: delivery and order depend on the value it has");
        });
    }

    Map<String, Object> admin() {
        return common("admin");
    }

    /** The properties of a producer, by Kafka's names. */
    public Map<String, Object> producer() {
        KafkaProperties.Publisher publisher = properties.publisher();
        Map<String, Object> settings = common("publisher");
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, publisher.memory().toBytes());
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int)
                publisher.maxRequestSize().toBytes());
        settings.put(
                ProducerConfig.BATCH_SIZE_CONFIG, (int) publisher.batchSize().toBytes());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, publisher.linger().toMillis());
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, publisher.compression());
        timeouts(settings, publisher);
        settings.putAll(publisher.properties());
        return settings;
    }

    private static void timeouts(Map<String, Object> settings, KafkaProperties.Publisher publisher) {
        Duration delivery = publisher.deliveryTimeout();
        Duration request = shorter(LONGEST_REQUEST, delivery.minus(publisher.linger()));
        if (request.toMillis() < 1) {
            throw new IllegalArgumentException("messaging.kafka.publisher.linger (" + publisher.linger()
                    + ") must be shorter than messaging.kafka.publisher.delivery-timeout (" + delivery + ")");
        }
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) delivery.toMillis());
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) request.toMillis());
        settings.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                shorter(LONGEST_BLOCK, delivery).toMillis());
    }

    /**
     * The properties of a consumer, by Kafka's names.
     *
     * @param subscription the end of the client's id
     */
    public Map<String, Object> consumer(String subscription, String group) {
        KafkaProperties.KafkaConsumerSettings consumer = properties.consumer();
        Map<String, Object> settings = common(subscription);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A new group begins with the oldest event that its channel still has, so events published before its first
        // start are handled.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, consumer.maxPollRecords());
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // Session timeout: the partitions of a dead member are reassigned after this time. Kafka's default is 45 s.
        settings.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MILLIS);
        settings.putAll(consumer.properties());
        return settings;
    }

    private Map<String, Object> common(String role) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, properties.bootstrapServers());
        settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, application + "." + role);
        // No reporter, not even JMX: the meters go to Micrometer, and several members in one JVM would register the
        // same name in JMX.
        settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.putAll(properties.properties());
        return settings;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
