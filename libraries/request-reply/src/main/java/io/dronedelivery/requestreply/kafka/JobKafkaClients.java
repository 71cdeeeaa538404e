package io.dronedelivery.requestreply.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The properties of Kafka's clients: the configured ones, and those that the implementation depends on. */
record JobKafkaClients(KafkaJobSettings settings) {

    private static final int ANSWER_WITHIN_MILLIS = 10_000;

    /** Session timeout: the jobs of a dead process are reassigned after this time. 6 s is the least that a broker allows by default. */
    private static final int SESSION_MILLIS = 6_000;

    /** acks=all, idempotent, no linger: each job and each reply is sent at once. */
    Map<String, Object> producer() {
        Map<String, Object> client = new HashMap<>(settings.clients());
        client.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        client.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        client.put(ProducerConfig.ACKS_CONFIG, "all");
        client.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        client.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return client;
    }

    Map<String, Object> jobs() {
        Map<String, Object> client = consumer();
        client.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
        client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        client.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 32);
        client.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        client.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_MILLIS / 3);
        client.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        return client;
    }

    Map<String, Object> replies() {
        Map<String, Object> client = consumer();
        client.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return client;
    }

    private Map<String, Object> consumer() {
        Map<String, Object> client = new HashMap<>(settings.clients());
        client.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        client.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return client;
    }
}
