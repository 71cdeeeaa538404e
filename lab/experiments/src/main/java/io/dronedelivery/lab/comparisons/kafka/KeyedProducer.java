package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's producer in a loop, with the records of our events, made beforehand: the cost of our records' form, independent of the sender. */
final class KeyedProducer implements Contender {

    private final Map<String, Object> settings;
    private final List<ProducerRecord<byte[], byte[]>> records;

    /** @param settings of the producer, but its serializers */
    KeyedProducer(Map<String, String> settings, List<OutboundEvent> events) {
        this.settings = new HashMap<>(settings);
        this.records = events.stream().map(PublisherUnderTest::record).toList();
    }

    @Override
    public String title() {
        return "producer of Kafka with our keys and headers";
    }

    @Override
    public ContenderRound send(int count) throws IOException {
        Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(10), 3);
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            long start = System.nanoTime();
            for (int n = 0; n < count; n++) {
                send(producer, records.get(n % records.size()), micros, failure);
            }
            producer.flush();
            if (failure.get() != null) {
                throw new IOException("A record was not sent", failure.get());
            }
            return ContenderRound.of(count, start, micros);
        }
    }

    /** The callbacks come one after another, so the histogram needs no more. */
    private static void send(
            KafkaProducer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> prepared,
            Histogram micros,
            AtomicReference<Exception> failure) {
        long start = System.nanoTime();
        // A new record each time: one that was sent must not be sent again.
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(prepared.topic(), null, prepared.key(), prepared.value(), prepared.headers());
        producer.send(record, (metadata, exception) -> {
            if (exception == null) {
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
            } else {
                failure.set(exception);
            }
        });
    }
}
