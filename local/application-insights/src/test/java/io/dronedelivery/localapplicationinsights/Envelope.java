package io.dronedelivery.localapplicationinsights;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Builds envelopes as an exporter writes them. */
final class Envelope {
    private static final JsonMapper JSON = new JsonMapper();

    private final ObjectNode root = JSON.createObjectNode();
    private final ObjectNode tags = root.putObject("tags");
    private final ObjectNode base;

    private Envelope(String name, String type, Instant at) {
        root.put("ver", 1)
                .put("name", name)
                .put("time", at.toString())
                .put("iKey", LocalApplicationInsightsOptions.WELL_KNOWN_KEY);
        ObjectNode data = root.putObject("data").put("baseType", type);
        base = data.putObject("baseData").put("ver", 2);
    }

    static Envelope request(Instant at, String id, String name, Duration duration) {
        Envelope envelope = new Envelope("Request", "RequestData", at);
        envelope.base
                .put("id", id)
                .put("name", name)
                .put("duration", timeSpan(duration))
                .put("responseCode", "200")
                .put("success", true);
        return envelope;
    }

    static Envelope dependency(Instant at, String id, String type, String name, Duration duration) {
        Envelope envelope = new Envelope("RemoteDependency", "RemoteDependencyData", at);
        envelope.base
                .put("id", id)
                .put("name", name)
                .put("type", type)
                .put("duration", timeSpan(duration))
                .put("success", true);
        return envelope;
    }

    /** A call of the gateway for a part of an aggregation. */
    static Envelope part(Instant at, String id, String part, String backend, Duration duration) {
        Envelope envelope = dependency(at, id, "Http", "GET /api/" + part, duration)
                .role("gateway")
                .dimension("gateway.part", part);
        envelope.base.put("target", backend);
        return envelope;
    }

    /** A call to Cosmos DB with its dimensions. */
    static Envelope cosmos(Instant at, String id, String partition, int status, double charge, Duration duration) {
        return dependency(at, id, "Azure DocumentDB", "query utilization", duration)
                .result(Integer.toString(status), status < 400)
                .dimension("cosmos.container", "utilization")
                .dimension("cosmos.partition", partition)
                .dimension("azure.cosmosdb.operation.request_charge", Double.toString(charge));
    }

    static Envelope metric(Instant at, String name, double sum, int count) {
        Envelope envelope = new Envelope("Metric", "MetricData", at);
        envelope.base
                .putArray("metrics")
                .addObject()
                .put("name", name)
                .put("value", sum)
                .put("count", count);
        return envelope;
    }

    static Envelope trace(Instant at, String message, String severity) {
        Envelope envelope = new Envelope("Message", "MessageData", at);
        envelope.base.put("message", message).put("severityLevel", severity);
        return envelope;
    }

    static Envelope exception(Instant at, String type, String message) {
        Envelope envelope = new Envelope("Exception", "ExceptionData", at);
        envelope.base.putArray("exceptions").addObject().put("typeName", type).put("message", message);
        return envelope;
    }

    Envelope named(String name) {
        base.put("name", name);
        return this;
    }

    Envelope role(String role) {
        tags.put("ai.cloud.role", role);
        return this;
    }

    Envelope operation(String operationId, String parentId) {
        tags.put("ai.operation.id", operationId);
        if (!parentId.isEmpty()) {
            tags.put("ai.operation.parentId", parentId);
        }
        return this;
    }

    Envelope tag(String name, String value) {
        tags.put(name, value);
        return this;
    }

    Envelope dimension(String name, String value) {
        base.withObjectProperty("properties").put(name, value);
        return this;
    }

    Envelope result(String code, boolean success) {
        base.put(base.has("responseCode") ? "responseCode" : "resultCode", code).put("success", success);
        return this;
    }

    Envelope sampled(double percentage) {
        root.put("sampleRate", percentage);
        return this;
    }

    Envelope key(String instrumentationKey) {
        root.put("iKey", instrumentationKey);
        return this;
    }

    ObjectNode base() {
        return base;
    }

    @Override
    public String toString() {
        return root.toString();
    }

    static String lines(Envelope... envelopes) {
        return String.join(
                "\n", List.of(envelopes).stream().map(Envelope::toString).toList());
    }

    private static String timeSpan(Duration duration) {
        return "%02d:%02d:%02d.%06d"
                .formatted(
                        duration.toHours(),
                        duration.toMinutesPart(),
                        duration.toSecondsPart(),
                        duration.toNanosPart() / 1000);
    }
}
