package io.dronedelivery.house;

import io.dronedelivery.localstack.StackProcess;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An event of a publisher that knows nothing of the house: a CloudEvent in binary mode, version 1 of its type.
 *
 * @param key of the record, and the event's {@code partitionkey}
 * @param data JSON
 */
record KafkaEvent(String type, String id, String source, String key, String data) {

    void publish(StackProcess stack, String topic) throws ExecutionException, InterruptedException {
        ProducerRecord<byte[], byte[]> event = new ProducerRecord<>(topic, bytes(key), bytes(data));
        Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", id,
                        "ce_source", source,
                        "ce_type", type,
                        "ce_dataschema", "urn:drone-delivery:schema:" + type + ":1",
                        "ce_partitionkey", key,
                        "content-type", "application/json")
                .forEach((name, value) -> event.headers().add(name, bytes(value)));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.kafka()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(event).get();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
