package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the library of CloudEvents writes is what is to be written. */
class EventRecordTest {

    @Test
    void an_event_with_everything_becomes_what_the_library_makes_of_it() {
        assertSameAsTheLibrary(event(event -> event.withSubject("d-1")
                .withDataContentType("application/json")
                .withDataSchema(URI.create("urn:drone-delivery:schema:Requested:1"))
                .withTime(OffsetDateTime.parse("2026-11-05T07:08:09.120Z"))
                .withData("{\"größe\":1}".getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.TRACE_PARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .withExtension("tracestate", "a=b")));
    }

    @Test
    void an_event_with_nothing_but_what_it_must_have_becomes_what_the_library_makes_of_it() {
        assertSameAsTheLibrary(event(UnaryOperator.identity()));
    }

    @Test
    void extensions_of_every_type_become_what_the_library_makes_of_them() {
        assertSameAsTheLibrary(event(event -> event.withExtension("text", "größer")
                .withExtension("number", 17)
                .withExtension("flag", true)
                .withExtension("bytes", new byte[] {1, 2, 3})
                .withExtension("uri", URI.create("/other"))
                .withExtension("moment", OffsetDateTime.parse("2026-11-05T07:08:09+01:00"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00Z",
                "2026-12-31T23:59:59.999999999Z",
                "0007-02-03T04:05:06.000000001Z",
                "2026-11-05T07:08:09.1Z",
                "2026-11-05T07:08:09.100200Z",
                "2026-11-05T07:08:09-05:30",
                "-0044-03-15T12:00:00Z",
                "+12026-11-05T07:08:09Z"
            })
    void times_become_what_the_library_makes_of_them(String time) {
        assertSameAsTheLibrary(event(event -> event.withTime(OffsetDateTime.parse(time))));
    }

    @Test
    void an_event_of_an_older_specification_becomes_what_the_library_makes_of_it() {
        assertSameAsTheLibrary(
                CloudEventBuilder.v03(event(UnaryOperator.identity())).build());
    }

    @Test
    void more_sources_than_are_kept_stay_right() {
        for (int n = 0; n < 1_000; n++) {
            URI source = URI.create("/source-" + n);
            assertSameAsTheLibrary(event(event -> event.withSource(source)));
        }
    }

    private static CloudEvent event(UnaryOperator<CloudEventBuilder> more) {
        return more.apply(CloudEventBuilder.v1()
                        .withId("d-1:requested")
                        .withSource(URI.create("/test"))
                        .withType("Requested")
                        .withExtension(EventAttributes.PARTITION_KEY, "d-1"))
                .build();
    }

    private static void assertSameAsTheLibrary(CloudEvent event) {
        ProducerRecord<byte[], byte[]> ours = KafkaEvents.toRecord(new OutboundEvent("requests", event));
        ProducerRecord<byte[], byte[]> theirs = KafkaMessageFactory.createWriter(
                        "requests", EventAttributes.key(event).getBytes(StandardCharsets.UTF_8))
                .writeBinary(event);
        assertThat(headers(ours)).isEqualTo(headers(theirs));
        assertThat(ours.headers()).hasSameSizeAs(theirs.headers());
        assertThat(ours.topic()).isEqualTo(theirs.topic());
        assertThat(ours.key()).isEqualTo(theirs.key());
        assertThat(ours.value()).isEqualTo(theirs.value());
    }

    private static Map<String, String> headers(ProducerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new TreeMap<>();
        record.headers()
                .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return headers;
    }
}
