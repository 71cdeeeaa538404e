package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import java.net.URI;

/** The version of an event's data: the last part of the attribute {@code dataschema}. */
public final class SchemaVersion {

    private static final String PREFIX = "urn:drone-delivery:schema:";

    private SchemaVersion() {}

    /**
     * The schema of a type's data.
     *
     * @return such as {@code urn:drone-delivery:schema:DeliveryRequested:1}
     */
    public static URI uri(String type, int version) {
        return URI.create(PREFIX + type + ":" + version);
    }

    static void check(CloudEvent event, int version) {
        URI expected = uri(event.getType(), version);
        if (!expected.equals(event.getDataSchema())) {
            throw new UnacceptableEvent(
                    "unknown-version",
                    "The attribute dataschema is "
                            + (event.getDataSchema() == null ? "missing" : event.getDataSchema())
                            + "; handled is " + expected);
        }
    }
}
