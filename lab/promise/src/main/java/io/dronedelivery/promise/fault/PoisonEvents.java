package io.dronedelivery.promise.fault;

import io.dronedelivery.promise.cluster.Brokers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;

/** Events that nobody can handle, among those of the deliveries: they end as dead letters, and nothing else does. */
public final class PoisonEvents implements Fault {

    /** PostgreSQL takes no text with a zero, each time anew: a failure that nobody foresaw. */
    private static final String NEVER_BILLED = """
        {"deliveryId": "%s\\u0000", "ownerId": "keyed-0", "requestedAt": "2026-01-01T00:00:00Z", "distanceKm": 1, "packageCount": 1,
         "packagesWeightKg": 1, "expedited": false, "droneId": "d-1", "completedAt": "2026-01-01T00:10:00Z", "flightSeconds": 60}
        """;

    private int number;

    @Override
    public StruckFault strike(Scene scene) throws Exception {
        publish(scene, "unreadable", "This is no JSON.");
        publish(scene, "invalid", "{\"deliveryId\": 1, \"packageCount\": \"many\"}");
        String id = "never-billed-" + number;
        publish(scene, "never-billed", NEVER_BILLED.formatted(id));
        number++;
        return new StruckFault("poison", "three events that nobody can handle");
    }

    private void publish(Scene scene, String kind, String data) throws Exception {
        String id = "poison-" + kind + "-" + number;
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("specversion", "1.0");
        attributes.put("id", id);
        attributes.put("source", "/drone-service");
        attributes.put("type", "DeliveryCompleted");
        attributes.put("dataschema", "urn:drone-delivery:schema:DeliveryCompleted:1");
        attributes.put("datacontenttype", "application/json");
        attributes.put("partitionkey", id);
        Brokers broker = scene.cluster().broker();
        // The broker may have come back just now. An event that is published twice is two letters with one id.
        Awaitility.await("the publication of " + id)
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(() -> {
                    broker.publish(attributes, data.getBytes(StandardCharsets.UTF_8));
                    return true;
                });
        scene.ledger().poison(id);
    }
}
