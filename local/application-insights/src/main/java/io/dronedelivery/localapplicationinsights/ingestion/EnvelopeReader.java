package io.dronedelivery.localapplicationinsights.ingestion;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryContext;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Turns one envelope of the Breeze protocol into items: one, or for a metric envelope one for each data point. */
final class EnvelopeReader {
    private static final String ENVELOPE = "Envelope";

    private final String instrumentationKey;

    EnvelopeReader(String instrumentationKey) {
        this.instrumentationKey = instrumentationKey;
    }

    /**
     * Reads an envelope.
     *
     * @param receivedAt the time for an envelope without one
     * @throws EnvelopeException naming the wrong field
     */
    List<TelemetryItem> read(JsonNode json, Instant receivedAt) {
        Fields envelope = Fields.of(ENVELOPE, json);
        if (!instrumentationKey.equalsIgnoreCase(envelope.text("iKey"))) {
            throw new EnvelopeException("Invalid instrumentation key"); // exporters expect exactly this text
        }
        Fields data = envelope.object("data", "Data");
        String type = data.required("baseType");
        Fields base = data.object("baseData", type);
        TelemetryContext context = context(envelope, base, receivedAt);
        return switch (type) {
            case "RequestData" -> List.of(request(base, context));
            case "RemoteDependencyData" -> List.of(dependency(base, context));
            case "MessageData" ->
                List.of(new TelemetryItem.Trace(
                        context, base.required("message"), base.severity("severityLevel", Severity.INFORMATION)));
            case "ExceptionData" -> List.of(failure(base, context));
            case "MetricData" -> metrics(base, context);
            case "EventData", "PageViewData" -> List.of(new TelemetryItem.Event(context, base.required("name")));
            default ->
                throw new EnvelopeException(
                        "Field 'baseType' on type 'Data' is %s, which this stand-in does not model.".formatted(type));
        };
    }

    private static TelemetryContext context(Fields envelope, Fields base, Instant receivedAt) {
        Map<String, String> tags = envelope.texts("tags");
        double percentage = envelope.number("sampleRate", 100);
        if (percentage <= 0 || percentage > 100) {
            throw EnvelopeException.wrong("sampleRate", ENVELOPE, "above 0, at most 100", Double.toString(percentage));
        }
        return new TelemetryContext(
                envelope.time("time", receivedAt),
                tags.getOrDefault("ai.operation.id", ""),
                tags.getOrDefault("ai.operation.name", ""),
                tags.getOrDefault("ai.operation.parentId", ""),
                tags.getOrDefault("ai.cloud.role", ""),
                tags.getOrDefault("ai.cloud.roleInstance", ""),
                tags.getOrDefault("ai.user.id", ""),
                tags.getOrDefault("ai.session.id", ""),
                (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.round(100 / percentage))),
                base.texts("properties"));
    }

    private static TelemetryItem request(Fields base, TelemetryContext context) {
        return new TelemetryItem.Request(
                context,
                base.required("id"),
                base.text("name"),
                base.duration("duration"),
                base.text("responseCode"),
                base.flag("success", true),
                base.text("url"),
                base.text("source"));
    }

    private static TelemetryItem dependency(Fields base, TelemetryContext context) {
        return new TelemetryItem.Dependency(
                context,
                base.text("id"),
                base.required("name"),
                base.text("type"),
                base.text("target"),
                base.text("data"),
                base.duration("duration"),
                base.text("resultCode"),
                base.flag("success", true));
    }

    private static TelemetryItem failure(Fields base, TelemetryContext context) {
        JsonNode exceptions = base.object().path("exceptions");
        if (!exceptions.isArray() || exceptions.isEmpty()) {
            throw EnvelopeException.missing("exceptions", base.type());
        }
        Fields outermost = Fields.of("ExceptionDetails", exceptions.get(0));
        return new TelemetryItem.Failure(
                context,
                outermost.text("typeName"),
                outermost.text("message"),
                outermost.text("stack"),
                base.severity("severityLevel", Severity.ERROR));
    }

    private static List<TelemetryItem> metrics(Fields base, TelemetryContext context) {
        JsonNode points = base.object().path("metrics");
        if (!points.isArray() || points.isEmpty()) {
            throw EnvelopeException.missing("metrics", base.type());
        }
        List<TelemetryItem> metrics = new ArrayList<>(points.size());
        for (JsonNode json : points) {
            Fields point = Fields.of("DataPoint", json);
            if (!json.path("value").isNumber()) {
                throw EnvelopeException.missing("value", point.type());
            }
            double value = point.number("value", 0);
            int count = (int) point.number("count", 1);
            double each = count > 0 ? value / count : value;
            metrics.add(new TelemetryItem.Metric(
                    context,
                    point.required("name"),
                    value,
                    count,
                    point.number("min", each),
                    point.number("max", each)));
        }
        return metrics;
    }
}
