package io.dronedelivery.messaging.deadletter.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dead-letter topic as it was at one moment, partition after partition, a few records at a time, and skips handled dead letters. It
 * blocks; one thread at a time may use it.
 */
final class DeadLetterReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> client;
    private final HandledDeadLetters handled;
    private final HandledDeadLetters.Extent extent;
    private final Duration timeout;
    private final Iterator<TopicPartition> partitions;
    private @Nullable TopicPartition current;
    private long offset;

    /** @param from where to begin; null for the beginning */
    DeadLetterReader(
            KafkaConsumer<byte[], byte[]> client,
            HandledDeadLetters handled,
            HandledDeadLetters.Extent extent,
            @Nullable DeadLetterPosition from,
            Duration timeout) {
        this.client = client;
        this.handled = handled;
        this.extent = extent;
        this.timeout = timeout;
        this.partitions = extent.ends().keySet().stream()
                .filter(partition -> from == null || partition.partition() >= from.partition())
                .sorted(Comparator.comparingInt(TopicPartition::partition))
                .iterator();
        moveOn();
        TopicPartition first = current;
        if (from != null && first != null && first.partition() == from.partition()) {
            offset = Math.max(offset, from.offset());
        }
    }

    private void moveOn() {
        TopicPartition next = partitions.hasNext() ? partitions.next() : null;
        current = next;
        if (next != null) {
            offset = extent.begins().getOrDefault(next, 0L);
        }
    }

    /** Where the next call continues; null at the end. */
    @Nullable
    DeadLetterPosition place() {
        TopicPartition partition = current;
        return partition == null ? null : new DeadLetterPosition(partition.partition(), offset);
    }

    String topicId() {
        return extent.topicId();
    }

    /** The next records that were not handled; an empty list at the end. */
    List<ConsumerRecord<byte[], byte[]>> next() {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        while (found.isEmpty() && current != null) {
            TopicPartition partition = current;
            offset = handled.nextWithout(partition.partition(), offset);
            long end = extent.ends().getOrDefault(partition, 0L);
            if (offset >= end) {
                moveOn();
            } else {
                read(partition, end, found);
            }
        }
        return found;
    }

    private void read(TopicPartition partition, long end, List<ConsumerRecord<byte[], byte[]>> found) {
        if (!client.assignment().contains(partition)) {
            client.assign(List.of(partition));
        }
        if (client.position(partition) != offset) {
            client.seek(partition, offset);
        }
        for (ConsumerRecord<byte[], byte[]> record : polled(partition)) {
            offset = record.offset() + 1;
            if (record.offset() < end && !handled.contains(record.partition(), record.offset())) {
                found.add(record);
            }
        }
    }

    /** The record at that position; null when it does not exist, or was handled. */
    @Nullable
    ConsumerRecord<byte[], byte[]> at(DeadLetterPosition place) {
        for (TopicPartition partition : extent.ends().keySet()) {
            if (partition.partition() == place.partition()) {
                return handled.contains(place.partition(), place.offset()) ? null : at(partition, place.offset());
            }
        }
        return null;
    }

    /** The record at that position of any topic; null when the topic does not have it, or no longer. */
    @Nullable
    ConsumerRecord<byte[], byte[]> at(TopicPartition partition, long wanted) {
        List<TopicPartition> only = List.of(partition);
        // Assigned before the queries: the client warns of partitions that are not assigned.
        client.assign(only);
        if (wanted < client.beginningOffsets(only).getOrDefault(partition, 0L)
                || wanted >= client.endOffsets(only).getOrDefault(partition, 0L)) {
            return null;
        }
        client.seek(partition, wanted);
        return polled(partition).stream()
                .filter(record -> record.offset() == wanted)
                .findFirst()
                .orElse(null);
    }

    private List<ConsumerRecord<byte[], byte[]>> polled(TopicPartition partition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (System.nanoTime() < deadline) {
            List<ConsumerRecord<byte[], byte[]>> records = client.poll(POLL).records(partition);
            if (!records.isEmpty()) {
                return records;
            }
        }
        throw new TimeoutException(partition + " could not be read within " + timeout);
    }

    @Override
    public void close() {
        client.close();
    }
}
