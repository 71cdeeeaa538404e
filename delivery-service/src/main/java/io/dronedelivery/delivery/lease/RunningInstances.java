package io.dronedelivery.delivery.lease;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Tells which instances are running, whether they hold a lease or not. Each instance renews a document. An instance counts as running until
 * its document was not renewed for a lease's duration, by the database's clock. Any thread may call it.
 */
public final class RunningInstances {

    private static final String PREFIX = "instance:";

    /** The database's clock counts whole seconds. */
    private static final Duration RESOLUTION = Duration.ofSeconds(1);

    /** The database deletes the document of an ended instance after the duration and this time, if time to live is on. */
    private static final Duration KEEP = Duration.ofHours(1);

    private final DocumentContainer container;
    private final String self;
    private final Duration duration;

    /** @param duration after which an instance counts as ended unless it renews its document */
    RunningInstances(DocumentContainer container, String self, Duration duration) {
        this.container = container;
        this.self = self;
        this.duration = duration;
    }

    /** The unique name of this instance. It has another one after a restart. */
    public String self() {
        return self;
    }

    /** Renews the document of this instance. To be called several times in a lease's duration. */
    Mono<Void> renew() {
        return Mono.defer(() -> {
            String id = PREFIX + self;
            Instant now = Instant.now();
            Map<String, Object> document = Map.of(
                    "id", id,
                    "ownerId", id,
                    "type", "instance",
                    "renewedAt", now,
                    "ttl", duration.plus(KEEP).toSeconds());
            return container
                    .set(id, id, Map.of("renewedAt", now))
                    .filter(Boolean::booleanValue)
                    .switchIfEmpty(Mono.defer(() -> container.create(document)))
                    .then();
        });
    }

    /** @param databaseTime a lower bound of the database's clock, as {@link Lease#databaseTime()} */
    public Mono<Boolean> isRunning(String instance, Instant databaseTime) {
        String id = PREFIX + instance;
        long renewed = databaseTime.minus(duration).minus(RESOLUTION).getEpochSecond();
        return container
                .read(id, id, JsonNode.class)
                .map(found -> found.value().path("_ts").asLong(0) >= renewed)
                .defaultIfEmpty(false);
    }
}
