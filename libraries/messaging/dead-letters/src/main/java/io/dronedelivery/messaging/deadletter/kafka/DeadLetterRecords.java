package io.dronedelivery.messaging.deadletter.kafka;

import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaEvents;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Converts records of a dead-letter topic for operators, and for sending them again. */
final class DeadLetterRecords {

    private static final String OWN_PREFIX = "dead-letter-";
    private static final byte[] NOTHING = {};

    private DeadLetterRecords() {}

    static WaitingDeadLetter deadLetter(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> attributes = new TreeMap<>();
        Map<String, String> headers = new TreeMap<>();
        for (Header header : record.headers()) {
            if (header.key().equals(KafkaEvents.CONTENT_TYPE)) {
                attributes.put("datacontenttype", text(header));
            } else if (header.key().startsWith(KafkaEvents.ATTRIBUTE_PREFIX)) {
                attributes.put(header.key().substring(KafkaEvents.ATTRIBUTE_PREFIX.length()), text(header));
            } else if (!header.key().startsWith(OWN_PREFIX)) {
                headers.put(header.key(), text(header));
            }
        }
        byte[] data = record.value() == null ? NOTHING : record.value();
        return new WaitingDeadLetter(
                new DeadLetterPosition(record.partition(), record.offset()).toString(),
                text(record.headers(), DeadLetterWriter.REASON),
                text(record.headers(), DeadLetterWriter.DESCRIPTION),
                Instant.ofEpochMilli(record.timestamp()),
                number(text(record.headers(), DeadLetterWriter.ATTEMPTS)),
                origin(record.headers()),
                record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8),
                attributes,
                headers,
                data,
                data.length,
                omittedBytes(record));
    }

    /** How many bytes of the message were left out when it became a dead letter. */
    static int omittedBytes(ConsumerRecord<?, ?> record) {
        Integer omitted = number(text(record.headers(), DeadLetterWriter.OMITTED));
        return omitted == null ? 0 : omitted;
    }

    /** Whether the record has only the beginning of the message's key, and the operator gives no key. */
    static boolean lacksKey(ConsumerRecord<?, ?> record, Disposal.Resend resend) {
        return !resend.attributes().containsKey(EventAttributes.PARTITION_KEY)
                && record.headers().lastHeader(DeadLetterWriter.KEY_HASH) != null;
    }

    /** The position of the message before it became a dead letter; null when it is unknown. */
    static @Nullable DeadLetterPosition origin(ConsumerRecord<?, ?> record) {
        Integer partition = number(text(record.headers(), DeadLetterWriter.PARTITION));
        String offset = text(record.headers(), DeadLetterWriter.OFFSET);
        return partition == null || !offset.matches("[0-9]{1,18}")
                ? null
                : new DeadLetterPosition(partition, Long.parseLong(offset));
    }

    private static String origin(Headers headers) {
        return text(headers, DeadLetterWriter.TOPIC) + ", partition " + text(headers, DeadLetterWriter.PARTITION)
                + ", offset " + text(headers, DeadLetterWriter.OFFSET);
    }

    /**
     * The message to send again, with all its headers and those that the operator adds.
     *
     * @param record the complete message
     */
    static ProducerRecord<byte[], byte[]> again(
            String channel, ConsumerRecord<byte[], byte[]> record, Disposal.Resend resend) {
        Headers headers = new RecordHeaders();
        for (Header header : record.headers()) {
            if (!header.key().startsWith(OWN_PREFIX)) {
                headers.add(header);
            }
        }
        resend.attributes().forEach((name, value) -> {
            String header =
                    name.equals("datacontenttype") ? KafkaEvents.CONTENT_TYPE : KafkaEvents.ATTRIBUTE_PREFIX + name;
            headers.remove(header);
            headers.add(header, value.getBytes(StandardCharsets.UTF_8));
        });
        String key = resend.attributes().get(EventAttributes.PARTITION_KEY);
        return new ProducerRecord<>(
                channel,
                null,
                key == null ? record.key() : key.getBytes(StandardCharsets.UTF_8),
                resend.data() == null ? record.value() : resend.data(),
                headers);
    }

    private static String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? "" : text(header);
    }

    private static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static @Nullable Integer number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.valueOf(text) : null;
    }
}
