package io.dronedelivery.messaging.kafka;

import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * Makes a record of an event. The writer of the CloudEvents SDK takes three times as long. For each event it builds the names of the
 * headers, uses a general formatter for times, and encodes values that are the same in every event.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md#32-binary-content-mode">
 *     CloudEvents: Kafka protocol binding, binary content mode</a>
 */
final class EventRecord {

    private static final Header SPEC_VERSION = header("ce_specversion", utf8("1.0"));

    // Values that many events of an application share.
    private static final RecurringHeaders SOURCES = new RecurringHeaders("ce_source");
    private static final RecurringHeaders TYPES = new RecurringHeaders("ce_type");
    private static final RecurringHeaders CONTENT_TYPES = new RecurringHeaders(KafkaEvents.CONTENT_TYPE);
    private static final RecurringHeaders SCHEMAS = new RecurringHeaders("ce_dataschema");

    private static final Map<String, String> EXTENSIONS = Map.of(
            EventAttributes.PARTITION_KEY,
            "ce_partitionkey",
            EventAttributes.TRACE_PARENT,
            "ce_traceparent",
            "tracestate",
            "ce_tracestate");

    private final OutboundEvent outbound;
    private final CloudEvent event;
    private final String key;
    private final byte[] keyBytes;
    private final List<Header> headers = new ArrayList<>(12);

    private EventRecord(OutboundEvent outbound) {
        this.outbound = outbound;
        this.event = outbound.event();
        this.key = outbound.key();
        this.keyBytes = utf8(key);
    }

    /** @param outbound an event of version 1.0 */
    static ProducerRecord<byte[], byte[]> of(OutboundEvent outbound) {
        return new EventRecord(outbound).toRecord();
    }

    private ProducerRecord<byte[], byte[]> toRecord() {
        addAttributes();
        event.getExtensionNames().forEach(this::addExtension);
        CloudEventData data = event.getData();
        return new ProducerRecord<>(outbound.channel(), null, keyBytes, data == null ? null : data.toBytes(), headers);
    }

    private void addAttributes() {
        headers.add(SPEC_VERSION);
        add("ce_id", event.getId());
        headers.add(SOURCES.with(event.getSource().toString()));
        headers.add(TYPES.with(event.getType()));
        if (event.getDataContentType() != null) {
            headers.add(CONTENT_TYPES.with(event.getDataContentType()));
        }
        if (event.getDataSchema() != null) {
            headers.add(SCHEMAS.with(event.getDataSchema().toString()));
        }
        if (event.getSubject() != null) {
            add("ce_subject", event.getSubject());
        }
        if (event.getTime() != null) {
            headers.add(header("ce_time", Timestamp.of(event.getTime())));
        }
    }

    private void addExtension(String name) {
        @Nullable Object value = event.getExtension(name);
        String header = EXTENSIONS.getOrDefault(name, "");
        add(header.isEmpty() ? KafkaEvents.ATTRIBUTE_PREFIX + name : header, text(value));
    }

    private void add(String name, String value) {
        // The key, the partition key and the subject are mostly equal.
        headers.add(header(name, value.equals(key) ? keyBytes : utf8(value)));
    }

    private static String text(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        return value instanceof OffsetDateTime time
                ? new String(Timestamp.of(time), StandardCharsets.US_ASCII)
                : String.valueOf(value);
    }

    private static Header header(String name, byte[] value) {
        return new RecordHeader(name, value);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
