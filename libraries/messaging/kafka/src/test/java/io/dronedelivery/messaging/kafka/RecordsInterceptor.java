package io.dronedelivery.messaging.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Is called, on the thread that polls, with the records that a poll has returned. */
interface RecordsInterceptor extends ConsumerInterceptor<byte[], byte[]> {

    @Override
    default void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    default void close() {}

    @Override
    default void configure(Map<String, ?> configs) {}
}
