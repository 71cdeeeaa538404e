package io.dronedelivery.drone.telemetry;

import io.dronedelivery.messaging.kafka.PollThread;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Reads, without a group, the partitions that this instance does not archive or is far behind with, so that every instance can answer for
 * every drone. With a single instance that keeps up, it reads nothing. The polling thread owns it.
 */
final class PositionFollower {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final long LOOK_FOR_PARTITIONS = TimeUnit.MINUTES.toNanos(1);

    private final TelemetryTopic topic;
    private final MessageReader reader;
    private final StreamFigures figures;
    private final Covered covered;
    private final DroneTelemetryProperties settings;
    private List<TopicPartition> all = List.of();
    private long lastLook;
    private @Nullable PollThread thread;

    PositionFollower(
            TelemetryTopic topic,
            LatestPositions positions,
            StreamFigures figures,
            Covered covered,
            DroneTelemetryProperties settings) {
        this.topic = topic;
        this.reader = new MessageReader(positions);
        this.figures = figures;
        this.covered = covered;
        this.settings = settings;
    }

    /** Starts reading. Called once. */
    void start(Map<String, Object> client) {
        thread = new PollThread(
                "telemetry-positions",
                () -> {
                    all = List.of();
                    return new KafkaConsumer<>(client);
                },
                this::poll,
                consumer -> {});
    }

    private void poll(KafkaConsumer<byte[], byte[]> consumer) {
        if (all.isEmpty() || System.nanoTime() - lastLook >= LOOK_FOR_PARTITIONS) {
            topic.ensure();
            lastLook = System.nanoTime();
            all = consumer.partitionsFor(settings.channel(), ANSWER).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
        }
        Set<Integer> elsewhere = covered.partitions();
        List<TopicPartition> wanted = all.stream()
                .filter(partition -> !elsewhere.contains(partition.partition()))
                .toList();
        assign(consumer, wanted);
        if (wanted.isEmpty()) {
            LockSupport.parkNanos(POLL.toNanos());
            return;
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            reader.follow(record.headers(), record.value());
        }
        figures.followed.add(records.count());
    }

    private void assign(KafkaConsumer<byte[], byte[]> consumer, Collection<TopicPartition> wanted) {
        Set<TopicPartition> before = Set.copyOf(consumer.assignment());
        if (before.equals(Set.copyOf(wanted))) {
            return;
        }
        List<TopicPartition> added =
                wanted.stream().filter(partition -> !before.contains(partition)).toList();
        consumer.assign(wanted);
        Map<TopicPartition, OffsetAndTimestamp> begin = beginOf(consumer, added);
        added.forEach(partition -> {
            OffsetAndTimestamp offset = begin.get(partition);
            if (offset == null) {
                consumer.seekToEnd(List.of(partition));
            } else {
                consumer.seek(partition, offset.offset());
            }
        });
    }

    private Map<TopicPartition, OffsetAndTimestamp> beginOf(
            KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> added) {
        long from = System.currentTimeMillis() - settings.lookBack().toMillis();
        Map<TopicPartition, Long> times = new HashMap<>();
        added.forEach(partition -> times.put(partition, from));
        return added.isEmpty() ? Map.of() : consumer.offsetsForTimes(times, ANSWER);
    }

    /** Stops reading. Completes when the consumer is closed. */
    Mono<Void> stop() {
        PollThread running = thread;
        return running == null ? Mono.empty() : running.stop();
    }
}
