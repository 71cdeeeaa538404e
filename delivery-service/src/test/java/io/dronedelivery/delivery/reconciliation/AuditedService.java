package io.dronedelivery.delivery.reconciliation;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.DeliveryServiceApplication;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;

/** The delivery service with quick audits, beside the {@link OtherServices}, and what operators and callers ask of it. */
final class AuditedService implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(120);

    private static final String BODY = """
            {"ownerId":"%s","pickup":{"latitude":47.64,"longitude":-122.13},"dropoff":{"latitude":47.61,"longitude":-122.33},
             "packages":[{"size":"small","weightKg":1.25},{"size":"large","weightKg":7.5}]}""";

    private static final String[] SETTINGS = {
        "--delivery.reconciliation.interval=0s",
        "--delivery.reconciliation.settling-time=0s",
        "--delivery.reconciliation.look-interval=100ms",
        "--delivery.reconciliation.page-size=3",
        "--delivery.reconciliation.repair-rate=1000",
        "--delivery.reconciliation.repeat-after=0s",
        "--delivery.outbox.sweep-interval=100ms",
        "--delivery.outbox.older-than=0s"
    };

    private final OtherServices others;
    private final RunningService service;

    private AuditedService(OtherServices others, RunningService service) {
        this.others = others;
        this.service = service;
    }

    /** @param more settings, each in the place of one of the same name */
    static AuditedService start(OtherServices others, String partitionKey, String broker, String... more) {
        return new AuditedService(
                others,
                RunningService.start(
                        others.beside(DeliveryServiceApplication.builder()),
                        "deliveries",
                        partitionKey,
                        o -> o.partitions(3),
                        TestBroker.start(broker),
                        withLater(more)));
    }

    /** A later setting takes the place of an earlier one of the same name. */
    private static String[] withLater(String... more) {
        Map<String, String> settings = new LinkedHashMap<>();
        Stream.of(SETTINGS, more)
                .flatMap(Stream::of)
                .forEach(setting -> settings.put(setting.substring(0, setting.indexOf('=')), setting));
        return settings.values().toArray(String[]::new);
    }

    String accepted(String ownerId) {
        return accepted(ownerId, Map.of());
    }

    String accepted(String ownerId, Map<String, String> headers) {
        return textOf(
                "deliveryId",
                service.http()
                        .post()
                        .uri("/api/deliveries")
                        .contentType(MediaType.APPLICATION_JSON)
                        .headers(all -> all.setAll(headers))
                        .bodyValue(BODY.formatted(ownerId))
                        .exchange());
    }

    /** So many deliveries that were flown and billed. */
    List<String> delivered(int count) {
        List<String> ids = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            ids.add(accepted("o-" + n));
        }
        await().atMost(TIMEOUT).until(() -> others.lines.containsAll(ids) && others.announced.size() >= 3 * count);
        return ids;
    }

    String begin(Instant from, Instant to) {
        return textOf(
                "id",
                service.http()
                        .post()
                        .uri("/internal/reconciliation?from=" + from + "&to=" + to)
                        .exchange());
    }

    private static String textOf(String name, ResponseSpec answer) {
        return answer.expectStatus()
                .isAccepted()
                .expectBody(JsonNode.class)
                .returnResult()
                .getResponseBody()
                .get(name)
                .asString();
    }

    JsonNode report(String id) {
        return service.get("/internal/reconciliation/" + id);
    }

    /** An audit that waits for answers about so many deliveries: one that begins before they have settled ends without them. */
    String underWay(Instant from, Instant to, int deliveries) {
        return await().atMost(TIMEOUT)
                .until(() -> begin(from, to), id -> report(id).get("deliveries").asInt() == deliveries);
    }

    JsonNode ended(String id) {
        await().atMost(TIMEOUT).until(() -> {
            String status = report(id).get("status").asString();
            return status.equals("done") || status.equals("incomplete");
        });
        return report(id);
    }

    /** An audit of all that has settled; the database's clock goes in seconds. */
    JsonNode audit(int deliveries) {
        Instant now = Instant.now();
        return audit(now.minusSeconds(3600), now.plusSeconds(60), deliveries);
    }

    JsonNode audit(Instant from, Instant to, int deliveries) {
        JsonNode[] last = new JsonNode[1];
        await().atMost(TIMEOUT).until(() -> {
            last[0] = ended(begin(from, to));
            return last[0].get("deliveries").asInt() == deliveries;
        });
        return last[0];
    }

    /** The last audits. */
    JsonNode list() {
        return service.get("/internal/reconciliation");
    }

    RunningService service() {
        return service;
    }

    @Override
    public void close() {
        service.close();
    }
}
