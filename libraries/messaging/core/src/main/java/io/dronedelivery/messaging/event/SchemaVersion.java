package io.dronedelivery.messaging.event;

import io.cloudevents.CloudEvent;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;

/** The version of an event's data: the last part of the attribute {@code dataschema}. */
public final class SchemaVersion {

    private static final String PREFIX = "urn:drone-delivery:schema:";

    private SchemaVersion() {}

    /**
     * The schema of a type's data.
     *
     * @return for example {@code urn:drone-delivery:schema:DeliveryRequested:1}
     */
    public static URI uri(String type, int version) {
        return URI.create(PREFIX + type + ":" + version);
    }

    /**
     * The version of an event's data.
     *
     * @throws UnacceptableEvent when the version is none of {@code handled}
     */
    static int of(CloudEvent event, Set<Integer> handled) {
        URI actual = event.getDataSchema();
        if (actual == null) {
            throw new UnacceptableEvent(
                    DeadLetterReason.MISSING_ATTRIBUTE,
                    "The attribute dataschema is missing; handled is " + all(event, handled));
        }
        String text = actual.toString();
        for (int version : handled) {
            if (isSchema(text, event.getType(), version)) {
                return version;
            }
        }
        throw new UnacceptableEvent(
                DeadLetterReason.UNKNOWN_VERSION,
                "The attribute dataschema is " + actual + "; handled is " + all(event, handled));
    }

    /** Compares with {@link #uri} without making a URI for each event. */
    private static boolean isSchema(String text, String type, int version) {
        String number = Integer.toString(version);
        return text.length() == PREFIX.length() + type.length() + 1 + number.length()
                && text.startsWith(PREFIX)
                && text.startsWith(type, PREFIX.length())
                && text.charAt(PREFIX.length() + type.length()) == ':'
                && text.endsWith(number);
    }

    private static String all(CloudEvent event, Set<Integer> versions) {
        return versions.stream()
                .sorted()
                .map(version -> uri(event.getType(), version).toString())
                .collect(Collectors.joining(" or "));
    }
}
