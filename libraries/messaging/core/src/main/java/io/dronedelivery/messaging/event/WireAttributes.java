package io.dronedelivery.messaging.event;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks the attributes of a CloudEvent message in binary mode before the event is read. The messages of the CloudEvents SDK are written
 * for programmers.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#required-attributes">CloudEvents 1.0</a>
 */
public final class WireAttributes {

    private static final String SPEC_VERSION = "1.0";
    private static final List<String> REQUIRED = List.of("id", "source", "type");

    private WireAttributes() {}

    /**
     * Checks what does not depend on the type of an event. The reader that is given to {@link EventProcessor#process} calls it. The message
     * goes to the dead letters when it throws.
     *
     * @param attribute the text of the attribute with that name, such as {@code specversion}, or null; {@code datacontenttype} is the
     *     message's content type
     * @throws RuntimeException naming the attribute that is missing or malformed
     */
    public static void check(Function<String, @Nullable String> attribute) {
        String version = required(attribute, "specversion");
        if (!version.equals(SPEC_VERSION)) {
            throw new UnacceptableEvent(
                    DeadLetterReason.UNKNOWN_SPEC_VERSION,
                    "The attribute specversion is " + version + "; understood is " + SPEC_VERSION);
        }
        REQUIRED.forEach(name -> required(attribute, name));
        parsed(attribute, "source", "a URI reference", URI::new);
        parsed(attribute, "dataschema", "a URI", URI::new);
        parsed(attribute, "time", "a time as in RFC 3339", OffsetDateTime::parse);
        checkContentType(attribute.apply("datacontenttype"));
    }

    private static String required(Function<String, @Nullable String> attribute, String name) {
        String value = attribute.apply(name);
        if (value == null || value.isBlank()) {
            throw new UnacceptableEvent(
                    DeadLetterReason.MISSING_ATTRIBUTE,
                    "The attribute " + name + " is missing; a message here is a CloudEvent in binary mode");
        }
        return value;
    }

    private static void parsed(
            Function<String, @Nullable String> attribute, String name, String expected, Parser parser) {
        String value = attribute.apply(name);
        if (value == null) {
            return;
        }
        try {
            parser.parse(value);
        } catch (URISyntaxException | DateTimeException e) {
            throw new UnacceptableEvent(
                    DeadLetterReason.MALFORMED_ATTRIBUTE,
                    "The attribute " + name + " is '" + value + "'; expected is " + expected);
        }
    }

    /** The specification says that data without a content type is JSON. */
    private static void checkContentType(@Nullable String contentType) {
        if (contentType == null || contentType.isBlank()) {
            return;
        }
        String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!mediaType.equals("application/json") && !mediaType.endsWith("+json")) {
            throw new UnacceptableEvent(
                    DeadLetterReason.UNKNOWN_CONTENT_TYPE,
                    "The attribute datacontenttype is " + contentType + "; understood is application/json");
        }
    }

    private interface Parser {
        Object parse(String value) throws URISyntaxException;
    }
}
