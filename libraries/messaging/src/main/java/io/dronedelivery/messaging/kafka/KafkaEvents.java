package io.dronedelivery.messaging.kafka;

import io.cloudevents.CloudEvent;
import io.cloudevents.SpecVersion;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.WireAttributes;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Events as records.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">CloudEvents: Kafka
 *     protocol binding</a>
 */
final class KafkaEvents {

    static final String ATTRIBUTE_PREFIX = "ce_";
    static final String CONTENT_TYPE = "content-type";

    private static final String PREFIXED_CONTENT_TYPE = ATTRIBUTE_PREFIX + "datacontenttype";

    private KafkaEvents() {}

    static ProducerRecord<byte[], byte[]> toRecord(OutboundEvent event) {
        if (event.event().getSpecVersion() == SpecVersion.V1) {
            return EventRecord.of(event);
        }
        byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
        return KafkaMessageFactory.createWriter(event.channel(), key).writeBinary(event.event());
    }

    /** @throws RuntimeException saying what is wrong, when the record is no event */
    static CloudEvent toEvent(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = withoutPrefixedContentType(record.headers());
        WireAttributes.check(attribute ->
                text(headers, attribute.equals("datacontenttype") ? CONTENT_TYPE : ATTRIBUTE_PREFIX + attribute));
        return KafkaMessageFactory.createReader(headers, record.value()).toEvent();
    }

    /**
     * The library takes {@code ce_datacontenttype}, in any case, for the attribute that the binding knows as {@code content-type}: the
     * type of the event would not be the one that was checked.
     */
    private static Headers withoutPrefixedContentType(Headers headers) {
        Headers kept = headers;
        for (Header header : headers) {
            if (header.key().equalsIgnoreCase(PREFIXED_CONTENT_TYPE)) {
                kept = kept == headers ? new RecordHeaders(headers) : kept;
                kept.remove(header.key());
            }
        }
        return kept;
    }

    private static @Nullable String text(Headers headers, String name) {
        @Nullable Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
