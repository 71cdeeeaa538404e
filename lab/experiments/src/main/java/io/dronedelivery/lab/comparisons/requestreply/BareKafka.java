package io.dronedelivery.lab.comparisons.requestreply;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The same way with Kafka's clients alone: a producer, a thread that sends back what it polls, a thread that polls the replies. No
 * group, no commits, no deadline, no attempts, no meters. The topics are there.
 */
final class BareKafka implements RoundTrip {

    private static final Duration POLL = Duration.ofMillis(100);

    private final String bootstrapServers;
    private final int partitions;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Sinks.One<byte[]>> pending = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private volatile boolean closed;

    BareKafka(String bootstrapServers, int partitions) {
        this.bootstrapServers = bootstrapServers;
        this.partitions = partitions;
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @Override
    public String title() {
        return "kafka, the clients alone";
    }

    @Override
    public Mono<Void> open() {
        Sinks.Empty<Void> worker = Sinks.empty();
        Sinks.Empty<Void> caller = Sinks.empty();
        thread(
                BrokerProcess.REQUESTS,
                partitions,
                worker,
                entry -> send(BrokerProcess.REPLIES, entry.key(), entry.value()));
        thread(BrokerProcess.REPLIES, 1, caller, entry -> {
            Sinks.One<byte[]> waiting = entry.key() == null ? null : pending.remove(new String(entry.key(), UTF_8));
            if (waiting != null) {
                waiting.tryEmitValue(entry.value());
            }
        });
        return Mono.when(worker.asMono(), caller.asMono());
    }

    private void thread(
            String topic, int count, Sinks.Empty<Void> ready, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        Thread thread = new Thread(() -> poll(topic, count, ready, action), "bare-" + topic);
        thread.setDaemon(true);
        thread.start();
    }

    private void poll(
            String topic, int count, Sinks.Empty<Void> ready, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        List<TopicPartition> assigned = IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(assigned);
            consumer.seekToEnd(assigned);
            assigned.forEach(consumer::position);
            ready.tryEmitEmpty();
            while (!closed) {
                consumer.poll(POLL).forEach(action);
            }
        }
    }

    private void send(String topic, byte[] key, byte[] value) {
        int partition = topic.equals(BrokerProcess.REPLIES) ? 0 : (int) (last.get() % partitions);
        producer.send(new ProducerRecord<>(topic, partition, key, value));
    }

    @Override
    public Mono<byte[]> request(byte[] body) {
        return Mono.defer(() -> {
            String id = Long.toString(last.incrementAndGet());
            Sinks.One<byte[]> reply = Sinks.one();
            pending.put(id, reply);
            send(BrokerProcess.REQUESTS, id.getBytes(UTF_8), body);
            return reply.asMono();
        });
    }

    @Override
    public long channels() {
        return 1;
    }

    @Override
    public void close() {
        closed = true;
        producer.close();
    }
}
