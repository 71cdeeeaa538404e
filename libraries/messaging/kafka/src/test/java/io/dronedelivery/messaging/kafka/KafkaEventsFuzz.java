package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.contract.GeneratedEvents;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.testkit.FuzzedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A record is refused with a reason, or is an event; written again it is the same event. */
final class KafkaEventsFuzz {

    private KafkaEventsFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedMessage message = FuzzedMessage.of(input);
        Headers headers = new RecordHeaders();
        message.headers().forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        CloudEvent event;
        try {
            event = KafkaEvents.toEvent(received(null, message.body(), headers));
        } catch (RuntimeException e) {
            FuzzedMessage.assertIsAReason(e);
            return;
        }

        CloudEvent keyed = CloudEventBuilder.from(event)
                .withExtension(EventAttributes.PARTITION_KEY, "key")
                .build();
        ProducerRecord<byte[], byte[]> written = KafkaEvents.toRecord(new OutboundEvent("requests", keyed));
        CloudEvent again = KafkaEvents.toEvent(received(written.key(), written.value(), written.headers()));

        assertThat(GeneratedEvents.contents(again)).isEqualTo(GeneratedEvents.contents(keyed));
    }

    private static ConsumerRecord<byte[], byte[]> received(byte[] key, byte[] value, Headers headers) {
        return new ConsumerRecord<>(
                "requests", 0, 0, 0, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }
}
