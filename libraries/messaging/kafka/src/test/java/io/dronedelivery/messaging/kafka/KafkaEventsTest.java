package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaEventsTest {

    private static final Map<String, String> REQUIRED = Map.of(
            "ce_specversion",
            "1.0",
            "ce_id",
            "d-1",
            "ce_source",
            "/test",
            "ce_type",
            "Requested",
            "ce_partitionkey",
            "k");

    @ParameterizedTest
    @ValueSource(strings = {"ce_datacontenttype", "ce_dataContentType", "ce_Source", "ce_iD"})
    void a_header_that_the_binding_does_not_know_changes_no_attribute(String header) {
        RecordHeaders headers = new RecordHeaders();
        REQUIRED.forEach((name, value) -> headers.add(name, utf8(value)));
        headers.add("content-type", utf8("application/json")).add(header, utf8("application/xml"));

        CloudEvent event = KafkaEvents.toEvent(new ConsumerRecord<>(
                "requests",
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                utf8("k"),
                utf8("{}"),
                headers,
                Optional.empty()));

        assertThat(event.getId()).isEqualTo("d-1");
        assertThat(event.getSource()).hasToString("/test");
        assertThat(event.getDataContentType()).isEqualTo("application/json");
        assertThat(event.getExtension("partitionkey")).isEqualTo("k");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
