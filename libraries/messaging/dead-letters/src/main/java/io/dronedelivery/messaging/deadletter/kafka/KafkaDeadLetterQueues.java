package io.dronedelivery.messaging.deadletter.kafka;

import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterQueues;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.kafka.ClientSettings;
import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.RecordSender;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.util.unit.DataSize;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The dead letters of all subscriptions on Kafka, and the few threads on which their clients block. */
final class KafkaDeadLetterQueues implements DeadLetterQueues, AutoCloseable {

    private static final int THREADS = 4;
    private static final int MOST_WAITING_CALLS = 100;
    /** How many dead letters each call holds in memory at a time; another constant limits their bytes. */
    private static final int BATCH = 50;

    private static final DataSize BATCH_SIZE = DataSize.ofMegabytes(2);

    private final Scheduler blocking =
            Schedulers.newBoundedElastic(THREADS, MOST_WAITING_CALLS, "kafka-dead-letters", 60, true);
    private final List<KafkaDeadLetterQueue> queues;

    KafkaDeadLetterQueues(
            List<EventSubscription> subscriptions,
            KafkaTopics topics,
            DeadLetterProperties properties,
            ClientSettings clients,
            RecordSender sender) {
        this.queues = subscriptions.stream()
                .map(subscription -> {
                    Map<String, Object> reading = reading(clients, subscription, properties);
                    HandledDeadLetters handled = new HandledDeadLetters(
                            DeadLetterWriter.topicOf(subscription), topics, reading, properties.timeout(), sender);
                    return new KafkaDeadLetterQueue(subscription, handled, reading, properties, sender, blocking);
                })
                .toList();
    }

    /** Without a group: these clients read assigned partitions, and commit nothing. */
    private static Map<String, Object> reading(
            ClientSettings clients, EventSubscription subscription, DeadLetterProperties properties) {
        Map<String, Object> settings =
                new HashMap<>(clients.consumer(subscription.name() + ".dead-letters", subscription.group()));
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, (int) BATCH_SIZE.toBytes());
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, (int) BATCH_SIZE.toBytes());
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int)
                properties.timeout().toMillis());
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int)
                properties.timeout().toMillis());
        return settings;
    }

    @Override
    public List<DeadLetterQueue> all() {
        return List.copyOf(queues);
    }

    @Override
    public void close() {
        queues.forEach(KafkaDeadLetterQueue::close);
        blocking.dispose();
    }
}
