package io.dronedelivery.requestreply.kafka;

import io.dronedelivery.messaging.kafka.PollThread;
import io.dronedelivery.requestreply.queue.ReplyChannels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Reads one partition of the reply topic, from its end on, without a group: there are no rebalances and no commits. Processes may share a
 * partition: each skips the replies for others. The polling thread owns it; any thread may call {@link #stop}.
 */
final class ReplyConsumer {

    private static final Logger log = LoggerFactory.getLogger(ReplyConsumer.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration POSITION_TIMEOUT = Duration.ofSeconds(10);

    private final ReplyChannels channels;
    private final Sinks.Empty<Void> reading = Sinks.empty();
    private final TopicPartition partition;
    private final PollThread thread;
    /** Whether the current consumer knows its position. Like the next field, only the polling thread uses it. */
    private boolean positioned;

    /** The position for a new consumer; -1 before the first. */
    private long next = -1;

    ReplyConsumer(Map<String, Object> client, TopicPartition partition, ReplyChannels channels) {
        this.partition = partition;
        this.channels = channels;
        thread = new PollThread("job-replies-" + partition, () -> assigned(client), this::poll, consumer -> {});
    }

    private KafkaConsumer<byte[], byte[]> assigned(Map<String, Object> client) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(client);
        consumer.assign(List.of(partition));
        positioned = false;
        return consumer;
    }

    /** The end has to be known before the first request is sent. Otherwise its reply could lie before the position and be missed. */
    private void poll(KafkaConsumer<byte[], byte[]> consumer) {
        if (!positioned) {
            position(consumer);
            positioned = true;
            reading.tryEmitEmpty();
        }
        consumer.poll(POLL).forEach(this::pass);
    }

    private void position(KafkaConsumer<byte[], byte[]> consumer) {
        if (next < 0) {
            consumer.seekToEnd(List.of(partition));
            next = consumer.position(partition, POSITION_TIMEOUT);
        } else {
            consumer.seek(partition, next);
        }
    }

    private void pass(ConsumerRecord<byte[], byte[]> entry) {
        next = entry.offset() + 1;
        String address = JobRecords.address(entry);
        if (address == null) {
            return;
        }
        try {
            channels.receive(address, () -> JobRecords.reply(entry));
        } catch (IllegalArgumentException e) {
            log.warn("The record {} of {} is no reply: {}", entry.offset(), partition, e.getMessage());
        }
    }

    /** Completes when no reply can be missed any more. */
    Mono<Void> reading() {
        return reading.asMono();
    }

    ReplyChannels channels() {
        return channels;
    }

    Mono<Void> stop() {
        return thread.stop();
    }
}
