package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.cosmosaccess.DocumentQuery;
import io.dronedelivery.messaging.dispatch.Admission;
import io.dronedelivery.messaging.dispatch.DispatchQueueFullException;
import io.dronedelivery.messaging.dispatch.DispatcherDrainingException;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds outboxes whose events were not sent, after a crash or a long outage of the broker, and sends them. */
final class OutboxSweep {

    private static final Logger log = LoggerFactory.getLogger(OutboxSweep.class);

    private static final DocumentQuery PENDING = DocumentQuery.of(
                    "outbox-sweep",
                    "SELECT c.id, c.ownerId, c.type, c.outbox FROM c"
                            + " WHERE c.outbox.status = @status AND c.outbox.since < @before")
            .with("@status", Outbox.PENDING);

    private final DocumentContainer deliveries;
    private final OutboxSender sender;
    private final OutboxProperties properties;
    private final JsonMapper json;

    OutboxSweep(DocumentContainer deliveries, OutboxSender sender, OutboxProperties properties, JsonMapper json) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.properties = properties;
        this.json = json;
    }

    /** The outcome for one outbox. */
    private enum End {
        SENT,
        LEFT
    }

    /** Searches once and returns the number of outboxes sent. Ends early when the dispatcher has no room; the next sweep continues. */
    Mono<Long> run() {
        return Flux.defer(() -> deliveries.everywhere(PENDING.with(
                        "@before", Instant.now().minus(properties.olderThan()).toString())))
                .map(this::read)
                .filter(document -> !sender.isUnderway(document))
                .take(properties.sweepLimit())
                .flatMap(this::send, properties.sweepConcurrency())
                .onErrorResume(OutboxSweep::isRefusal, refusal -> {
                    log.info("The sweep of the outboxes ends early: {}", refusal.getMessage());
                    return Mono.empty();
                })
                .collect(Collectors.groupingBy(end -> end, Collectors.counting()))
                .map(OutboxSweep::report);
    }

    /** An outbox that cannot be sent must not delay the others. */
    private Mono<End> send(OutboxDocument document) {
        return Mono.using(
                () -> sender.admit(document.outbox().events().size()),
                admission -> sender.send(document, admission)
                        .thenReturn(End.SENT)
                        .onErrorResume(failure -> {
                            log.debug("{} is left to the next sweep", document.id(), failure);
                            return Mono.just(End.LEFT);
                        }),
                Admission::close);
    }

    private static long report(Map<End, Long> ends) {
        long sent = ends.getOrDefault(End.SENT, 0L);
        long left = ends.getOrDefault(End.LEFT, 0L);
        if (left > 0) {
            log.warn(
                    "Events of {} deliveries had been left behind and are sent, those of {} still cannot be",
                    sent,
                    left);
        } else if (sent > 0) {
            log.info("Events of {} deliveries had been left behind and are sent", sent);
        }
        return sent;
    }

    private OutboxDocument read(JsonNode document) {
        try {
            return json.treeToValue(document, OutboxDocument.class);
        } catch (JacksonException e) {
            throw new IllegalStateException("The outbox " + document.path("id") + " is not as expected", e);
        }
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof DispatchQueueFullException || failure instanceof DispatcherDrainingException;
    }
}
