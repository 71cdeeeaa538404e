package io.dronedelivery.messaging.contract;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** The events of the suite: a parcel, which is the key, moves on to its next stop. */
public final class Parcels {

    /** The only type that the suite's handlers know. */
    public static final String TYPE = "ParcelMoved";

    static final EventData JSON = new EventData(new ObjectMapper());

    /** @param stop counts from 1 */
    record Moved(String parcel, int stop) {}

    private Parcels() {}

    static CloudEvent moved(String parcel, int stop) {
        return CloudEventBuilder.v1()
                .withId(parcel + ":" + stop)
                .withSource(URI.create("/contract"))
                .withType(TYPE)
                .withSubject(parcel)
                .withTime(OffsetDateTime.parse("2026-11-21T10:15:30.123Z"))
                .withDataSchema(SchemaVersion.uri(TYPE, 1))
                .withDataContentType("application/json")
                .withData(JSON.write(new Moved(parcel, stop)))
                .withExtension(EventAttributes.PARTITION_KEY, parcel)
                .withExtension(EventAttributes.TRACE_PARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .build();
    }

    static OutboundEvent to(String channel, String parcel, int stop) {
        return new OutboundEvent(channel, moved(parcel, stop));
    }

    /** The same event as it lies on the wire, to be spoilt. */
    static RawMessage raw(String parcel, int stop) {
        return new RawMessage(
                parcel,
                Map.of(
                        "specversion",
                        "1.0",
                        "id",
                        parcel + ":" + stop,
                        "source",
                        "/contract",
                        "type",
                        TYPE,
                        "dataschema",
                        SchemaVersion.uri(TYPE, 1).toString(),
                        "datacontenttype",
                        "application/json",
                        "partitionkey",
                        parcel),
                JSON.write(new Moved(parcel, stop)));
    }
}
