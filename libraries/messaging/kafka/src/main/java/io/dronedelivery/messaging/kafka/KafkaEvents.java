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
 * Converts records to events.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">CloudEvents: Kafka protocol
 *     binding</a>
 */
public final class KafkaEvents {

    public static final String ATTRIBUTE_PREFIX = "ce_";
    public static final String CONTENT_TYPE = "content-type";

    private static final String PREFIXED_CONTENT_TYPE = ATTRIBUTE_PREFIX + "datacontenttype";

    private KafkaEvents() {}

    public static ProducerRecord<byte[], byte[]> toRecord(OutboundEvent event) {
        if (event.event().getSpecVersion() == SpecVersion.V1) {
            return EventRecord.of(event);
        }
        byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
        return KafkaMessageFactory.createWriter(event.channel(), key).writeBinary(event.event());
    }

    /** @throws RuntimeException saying what is wrong, when the record is no event */
    static CloudEvent toEvent(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = withoutDisguised(record.headers());
        WireAttributes.check(attribute ->
                text(headers, attribute.equals("datacontenttype") ? CONTENT_TYPE : ATTRIBUTE_PREFIX + attribute));
        return KafkaMessageFactory.createReader(headers, record.value()).toEvent();
    }

    /**
     * The headers without those that the SDK reads as attributes although the binding does not define them: {@code ce_datacontenttype}, and
     * names in upper case. They would replace the checked attributes.
     */
    private static Headers withoutDisguised(Headers headers) {
        Headers kept = headers;
        for (Header header : headers) {
            if (isDisguised(header.key())) {
                kept = kept == headers ? new RecordHeaders(headers) : kept;
                kept.remove(header.key());
            }
        }
        return kept;
    }

    private static boolean isDisguised(String name) {
        if (!name.startsWith(ATTRIBUTE_PREFIX)) {
            return false;
        }
        for (int i = ATTRIBUTE_PREFIX.length(); i < name.length(); i++) {
            if (Character.isUpperCase(name.charAt(i))) {
                return true;
            }
        }
        return name.equals(PREFIXED_CONTENT_TYPE);
    }

    private static @Nullable String text(Headers headers, String name) {
        @Nullable Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
