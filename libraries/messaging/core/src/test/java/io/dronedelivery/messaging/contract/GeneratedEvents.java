package io.dronedelivery.messaging.contract;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Events of every form that a publisher may give either broker. */
public final class GeneratedEvents {

    private static final long YEAR_10_000 = 253_402_300_800L;

    private GeneratedEvents() {}

    /** Events with a key, with and without each of the optional attributes, with text extensions and any data but empty ones. */
    public static Arbitrary<CloudEvent> all() {
        return Combinators.combine(
                        texts(),
                        Arbitraries.of("/test", "urn:drone:1", "https://example.org/a?b=c#d", "//h/é"),
                        texts(),
                        texts().injectNull(0.4),
                        Arbitraries.of("application/json", "application/vnd.drone+json; charset=utf-8")
                                .injectNull(0.4),
                        Arbitraries.of("urn:drone-delivery:schema:Requested:1").injectNull(0.4),
                        times().injectNull(0.4),
                        Combinators.combine(texts(), data().injectNull(0.2)).as(KeyAndData::new))
                .as((id, source, type, subject, contentType, schema, time, rest) -> {
                    CloudEventBuilder event = CloudEventBuilder.v1()
                            .withId(id)
                            .withSource(URI.create(source))
                            .withType(type)
                            .withSubject(subject)
                            .withDataContentType(contentType)
                            .withDataSchema(schema == null ? null : URI.create(schema))
                            .withTime(time == null ? null : time.atOffset(ZoneOffset.UTC))
                            .withExtension(EventAttributes.PARTITION_KEY, rest.key());
                    return rest.data() == null
                            ? event.build()
                            : event.withData(rest.data()).build();
                });
    }

    private record KeyAndData(String key, byte[] data) {}

    /** What can be compared: attributes, extensions and data as text. */
    public static TreeMap<String, Object> contents(CloudEvent event) {
        TreeMap<String, Object> contents = new TreeMap<>();
        for (String name : event.getAttributeNames()) {
            contents.put(name, String.valueOf(event.getAttribute(name)));
        }
        for (String name : event.getExtensionNames()) {
            contents.put(name, String.valueOf(event.getExtension(name)));
        }
        contents.put(
                "data",
                event.getData() == null ? "" : new String(event.getData().toBytes(), StandardCharsets.ISO_8859_1));
        return contents;
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.of("d-1", "Requested", "größer", "€", "😀", "a b", "%", "\"", ":", "x".repeat(130))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(pieces -> String.join("", pieces));
    }

    private static Arbitrary<Instant> times() {
        return Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.longs().between(-2_000_000_000L, YEAR_10_000 - 1),
                                Arbitraries.longs().between(0, 40_000_000).map(minutes -> minutes * 60)),
                        Arbitraries.of(0, 0, 1, 120_000_000, 100_200_000, 999_999_999))
                .as(Instant::ofEpochSecond);
    }

    private static Arbitrary<byte[]> data() {
        return Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(40);
    }
}
