package io.dronedelivery.drone.telemetry;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Telemetry as a simulator publishes it. */
final class TelemetryEvents {

    static final String CHANNEL = "drone-telemetry";

    private TelemetryEvents() {}

    /** The message with that number of a drone; its latitude says the number, too. */
    static OutboundEvent of(String droneId, int sequence) {
        return new OutboundEvent(CHANNEL, event(id(droneId, sequence), droneId, data(droneId, sequence)));
    }

    static String id(String droneId, int sequence) {
        return droneId + "-run-" + sequence;
    }

    static String data(String droneId, int sequence) {
        return data(droneId, sequence, StreamFigures.now());
    }

    static String data(String droneId, int sequence, long createdMicros) {
        return String.format(Locale.ROOT, """
                {"droneId":"%s","sequence":%d,"createdMicros":%d,"latitude":%.3f,"longitude":8.5,\
                "altitude":80.0,"speed":9.1,"heading":271,"battery":0.83,"payload":"abc"}""", droneId, sequence, createdMicros, latitude(sequence));
    }

    static double latitude(int sequence) {
        return sequence % 80_000 / 1000.0;
    }

    static CloudEvent event(String id, String droneId, String data) {
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("/drone-simulator"))
                .withType("DroneTelemetry")
                .withDataSchema(SchemaVersion.uri("DroneTelemetry", 1))
                .withDataContentType("application/json")
                .withData(data.getBytes(StandardCharsets.UTF_8))
                .withExtension(EventAttributes.PARTITION_KEY, droneId)
                .build();
    }

    /** A message as it comes from partition 0. */
    static ConsumerRecord<byte[], byte[]> record(long offset, List<Header> headers, byte @Nullable [] data) {
        return new ConsumerRecord<>(
                CHANNEL,
                0,
                offset,
                1_795_384_228_068L,
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                data,
                new RecordHeaders(headers),
                Optional.empty());
    }
}
