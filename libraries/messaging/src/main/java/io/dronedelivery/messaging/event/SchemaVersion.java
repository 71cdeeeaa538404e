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

    /** @throws UnacceptableEvent when the event's data is not of that version */
    static void check(CloudEvent event, int version) {
        URI expected = uri(event.getType(), version);
        URI actual = event.getDataSchema();
        if (actual == null) {
            throw new UnacceptableEvent(
                    DeadLetterReason.MISSING_ATTRIBUTE, "The attribute dataschema is missing; handled is " + expected);
        }
        if (!expected.equals(actual)) {
            throw new UnacceptableEvent(
                    DeadLetterReason.UNKNOWN_VERSION, "The attribute dataschema is " + actual + "; handled is " + expected);
        }
    }
}
