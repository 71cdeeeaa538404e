package io.dronedelivery.delivery.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** Finds outboxes that were left behind, by a crash or by a broker that was away for long, and sends them. */
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
    private final ObjectMapper json;

    OutboxSweep(DocumentContainer deliveries, OutboxSender sender, OutboxProperties properties, ObjectMapper json) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.properties = properties;
        this.json = json;
    }

    /** What became of one outbox. */
    private enum End {
        SENT,
        LEFT
    }

    /** One search; how many outboxes it has sent. Ends early when the dispatcher has no room: the next one goes on. */
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

    /** One that cannot be sent must not keep the others back. */
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
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The outbox " + document.path("id") + " is not as expected", e);
        }
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof DispatchQueueFullException || failure instanceof DispatcherDrainingException;
    }
}
