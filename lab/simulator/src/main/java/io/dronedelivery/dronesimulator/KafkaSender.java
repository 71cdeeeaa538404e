package io.dronedelivery.dronesimulator;

import io.dronedelivery.messaging.event.SchemaVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends with Kafka's own producer, in the form that {@code messaging} gives to events: CloudEvents in binary mode. The publisher of
 * {@code messaging} hands each record over to a thread of its own and each answer to another one, which a thread that does nothing but send
 * does not need: without it a message costs a quarter less.
 */
final class KafkaSender implements TelemetrySender {

    private static final Header SPEC_VERSION = header("ce_specversion", "1.0");
    private static final Header SOURCE = header("ce_source", Telemetry.SOURCE.toString());
    private static final Header TYPE = header("ce_type", Telemetry.TYPE);
    private static final Header CONTENT_TYPE = header("content-type", Telemetry.CONTENT_TYPE);
    private static final Header SCHEMA = header(
            "ce_dataschema",
            SchemaVersion.uri(Telemetry.TYPE, Telemetry.VERSION).toString());

    /** A call that took longer may have waited for room; to ask the producer each time would cost as much as sending. */
    private static final long SUSPICIOUS_NANOS = 1_000_000;

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Metric waited;
    private double waitedBefore;

    KafkaSender(Map<String, Object> settings, String topic) {
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.topic = topic;
        this.waited = producer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("bufferpool-wait-time-ns-total"))
                .findFirst()
                .orElseThrow()
                .getValue();
        // The first message would wait for it.
        producer.partitionsFor(topic);
    }

    @Override
    public boolean send(Telemetry message, Acknowledgement acknowledgement) {
        long start = System.nanoTime();
        producer.send(record(topic, message), (metadata, failure) -> {
            if (failure == null) {
                acknowledgement.acknowledged();
            } else {
                acknowledgement.failed(failure);
            }
        });
        return System.nanoTime() - start > SUSPICIOUS_NANOS && waitedMore();
    }

    private boolean waitedMore() {
        double now = (double) waited.metricValue();
        boolean more = now > waitedBefore;
        waitedBefore = now;
        return more;
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, Telemetry message) {
        byte[] key = utf8(message.droneId());
        List<Header> headers = List.of(
                SPEC_VERSION,
                new RecordHeader("ce_id", utf8(message.id())),
                SOURCE,
                TYPE,
                CONTENT_TYPE,
                SCHEMA,
                new RecordHeader("ce_partitionkey", key));
        return new ProducerRecord<>(topic, null, key, message.data(), headers);
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, utf8(value));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The producer itself gives up what the broker has not confirmed in time. */
    @Override
    public void finish(Duration limit) {
        producer.close(limit);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
