package io.dronedelivery.delivery.dispatch;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Messages without meaning, of the same size as in the published experiment: ten strings {@code v0} to {@code v9}. */
final class SyntheticMessages {

    static final String CHANNEL = "dispatch-load";
    static final String TYPE = "LoadGenerated";

    /** The lengths of the ten strings; see https://github.com/plasne/high-throughput-service-bus. */
    private static final int[] LENGTHS = {171, 164, 167, 194, 137, 199, 159, 173, 187, 128};

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final URI SOURCE = URI.create("/delivery-service");
    private static final URI SCHEMA = SchemaVersion.uri(TYPE, 1);

    /** The given number of messages, each with its own key. */
    List<OutboundEvent> next(int count) {
        return Stream.generate(() -> new OutboundEvent(CHANNEL, event()))
                .limit(count)
                .toList();
    }

    private static CloudEvent event() {
        SplittableRandom random =
                new SplittableRandom(ThreadLocalRandom.current().nextLong());
        // Secure random numbers may block, and these ids need not be unguessable.
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        return CloudEventBuilder.v1()
                .withId(id)
                .withSource(SOURCE)
                .withType(TYPE)
                .withDataSchema(SCHEMA)
                .withSubject(id)
                .withTime(OffsetDateTime.now(ZoneOffset.UTC))
                .withExtension(EventAttributes.PARTITION_KEY, id)
                .withData("application/json", data(random))
                .build();
    }

    private static byte[] data(SplittableRandom random) {
        StringBuilder json = new StringBuilder(1800).append('{');
        for (int i = 0; i < LENGTHS.length; i++) {
            json.append(i == 0 ? "\"v" : ",\"v").append(i).append("\":\"");
            for (int n = 0; n < LENGTHS[i]; n++) {
                json.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            json.append('"');
        }
        return json.append('}').toString().getBytes(StandardCharsets.US_ASCII);
    }
}
