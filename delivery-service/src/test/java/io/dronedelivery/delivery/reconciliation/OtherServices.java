package io.dronedelivery.delivery.reconciliation;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The drone service and the invoice service as far as audits go, in the test's own process, over the real broker. */
final class OtherServices {

    private static final JsonMapper JSON = JsonMapper.shared();

    final Set<String> flights = ConcurrentHashMap.newKeySet();
    final Set<String> lines = ConcurrentHashMap.newKeySet();
    final List<String> announced = new CopyOnWriteArrayList<>();
    private final List<String> completions = new CopyOnWriteArrayList<>();
    private volatile boolean silent;
    private volatile @Nullable Instant heldBackSince;
    private volatile boolean tellsProgress;
    private volatile boolean broken;
    private Supplier<EventPublisher> publisher = () -> {
        throw new IllegalStateException("The service has not started");
    };

    /** The application with them beside it. */
    SpringApplicationBuilder beside(SpringApplicationBuilder application) {
        return application.initializers(context -> {
            GenericApplicationContext beans = (GenericApplicationContext) context;
            publisher = () -> beans.getBean(EventPublisher.class);
            beans.registerBean("flights", EventSubscription.class, () -> answering("drone-service", flights));
            beans.registerBean("lines", EventSubscription.class, () -> answering("invoice-service", lines));
            beans.registerBean(
                    "announced",
                    EventSubscription.class,
                    () -> EventSubscription.of("delivery-requests", "drone-service")
                            .on("DeliveryRequested", 1, this::flyAndBill)
                            .on(
                                    "PackageRegistered",
                                    1,
                                    event -> Mono.fromRunnable(() -> announced.add(event.getId()))));
        });
    }

    /** From now on audits get no answer. */
    void fallSilent() {
        silent = true;
    }

    /**
     * From now on what is flown waits for its line, and so does what is flown again.
     *
     * @param isTold whether answers say so; those of earlier releases do not
     */
    void holdCompletionsBack(boolean isTold) {
        heldBackSince = Instant.now();
        tellsProgress = isTold;
    }

    /** From now on nothing is billed, however often it is completed. */
    void stopBilling() {
        broken = true;
    }

    /** Bills what waits. */
    void catchUp() {
        heldBackSince = null;
        lines.addAll(completions);
    }

    /** From now on audits are answered. */
    void speak() {
        silent = false;
    }

    private Mono<Void> flyAndBill(CloudEvent event) {
        return Mono.fromRunnable(() -> {
            announced.add(event.getId());
            flights.add(event.getSubject());
            if (heldBackSince != null) {
                completions.add(event.getSubject());
            } else if (!broken) {
                lines.add(event.getSubject());
            }
        });
    }

    private EventSubscription answering(String service, Set<String> present) {
        return EventSubscription.of("delivery-audits", service)
                .on("AuditPageAsked", 1, event -> silent ? Mono.empty() : answer(event, service, present));
    }

    private Mono<Void> answer(CloudEvent event, String service, Set<String> present) {
        JsonNode asked = JSON.readTree(event.getData().toBytes());
        List<AuditedDelivery> missing = asked.get("deliveries")
                .valueStream()
                .filter(delivery -> !present.contains(delivery.get("deliveryId").asString()))
                .map(delivery -> new AuditedDelivery(
                        delivery.get("deliveryId").asString(),
                        delivery.get("ownerId").asString()))
                .toList();
        return answer(asked.get("auditId").asString(), asked.get("page").asInt(), service, missing);
    }

    /** Completes when the broker has the answer. */
    Mono<Void> answer(String auditId, int page, String service, List<AuditedDelivery> missing) {
        ObjectNode answer = JSON.createObjectNode()
                .put("auditId", auditId)
                .put("page", page)
                .put("service", service);
        Instant handledUntil = heldBackSince;
        if (handledUntil != null && tellsProgress) {
            answer.put("handledUntil", handledUntil.toString());
        }
        answer.set("missing", JSON.<JsonNode>valueToTree(missing));
        String subject = auditId + ":" + page;
        return publisher
                .get()
                .publish(new OutboundEvent(
                        "delivery-audit-answers",
                        CloudEventBuilder.v1()
                                .withId(subject + ":" + service)
                                .withSource(URI.create("/" + service))
                                .withType("AuditPageAnswered")
                                .withDataSchema(SchemaVersion.uri("AuditPageAnswered", 1))
                                .withSubject(subject)
                                .withDataContentType("application/json")
                                .withData(answer.toString().getBytes(StandardCharsets.UTF_8))
                                .withExtension(EventAttributes.PARTITION_KEY, subject)
                                .build()));
    }
}
