package io.dronedelivery.localkafka;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka's own clients, waiting for what they asked for. */
final class Client implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Admin admin;
    private final KafkaProducer<String, String> producer;

    Client(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        this.producer = producer(TIMEOUT);
    }

    /** @param timeout how long it waits for a topic that it does not know */
    private KafkaProducer<String, String> producer(Duration timeout) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "max.block.ms", timeout.toMillis()),
                new StringSerializer(),
                new StringSerializer());
    }

    void createTopic(String name, int partitions) {
        get(() -> admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all()
                .get());
    }

    Set<String> topics() {
        return get(() -> admin.listTopics().names().get());
    }

    void send(String topic, String key, String... values) {
        for (String value : values) {
            get(() -> producer.send(new ProducerRecord<>(topic, key, value)).get());
        }
    }

    /** Why a message cannot be sent to a topic that exists; null when it can. */
    Throwable sendFailure(String topic, String value) {
        return failure(producer, topic, value);
    }

    /** Why a message cannot be sent to a topic that does not exist: the client asks for it again and again, here for a second. */
    Throwable sendFailureToUnknown(String topic) {
        try (KafkaProducer<String, String> impatient = producer(Duration.ofSeconds(1))) {
            return failure(impatient, topic, "x");
        }
    }

    private static Throwable failure(KafkaProducer<String, String> producer, String topic, String value) {
        try {
            producer.send(new ProducerRecord<>(topic, value)).get();
            return null;
        } catch (ExecutionException refused) {
            return refused.getCause();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> readAndCommit(String topic, String group, int count) {
        List<String> values = new ArrayList<>();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                group,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            Instant end = Instant.now().plus(TIMEOUT);
            while (values.size() < count && Instant.now().isBefore(end)) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
            consumer.commitSync();
        }
        return values;
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        admin.close(Duration.ZERO);
    }

    private static <T> T get(Answer<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Answer<T> {
        T get() throws InterruptedException, ExecutionException;
    }
}
