package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.contract.GeneratedEvents;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;

class KafkaEventsPropertyTest {

    @Property(tries = 1_000, seed = "17")
    void an_event_is_read_as_it_was_written(@ForAll("events") CloudEvent event) {
        ProducerRecord<byte[], byte[]> sent = KafkaEvents.toRecord(new OutboundEvent("requests", event));
        ConsumerRecord<byte[], byte[]> received = new ConsumerRecord<>(
                "requests",
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                sent.key(),
                sent.value(),
                sent.headers(),
                Optional.empty());

        CloudEvent read = KafkaEvents.toEvent(received);

        assertThat(GeneratedEvents.contents(read)).isEqualTo(GeneratedEvents.contents(event));
    }

    @Provide
    Arbitrary<CloudEvent> events() {
        return GeneratedEvents.all();
    }
}
