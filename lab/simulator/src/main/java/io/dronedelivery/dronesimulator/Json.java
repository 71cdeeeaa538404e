package io.dronedelivery.dronesimulator;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Seconds and reports as JSON, for programs. With histograms, which the process that has started this one merges with those of others, they
 * can be read back.
 */
final class Json {

    static final String EVENT = "event";
    static final String READY = "ready";
    static final String PROGRESS = "progress";
    static final String REPORT = "report";
    static final String WARNING = "warning";
    static final String FAILED = "failed";

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final String HISTOGRAM = "histogram";
    private static final String LATENESS_HISTOGRAM = "latenessHistogram";

    private final boolean histograms;

    Json(boolean histograms) {
        this.histograms = histograms;
    }

    static ObjectNode event(String name) {
        return MAPPER.createObjectNode().put(EVENT, name);
    }

    ObjectNode of(Progress.Second second) {
        ObjectNode json = event(PROGRESS)
                .put("second", second.number())
                .put("sent", second.sent())
                .put("acknowledged", second.acknowledged())
                .put("failed", second.failed())
                .put("outstanding", second.outstanding())
                .put("waited", second.waited());
        json.set("acknowledgement", MAPPER.valueToTree(Latency.of(second.latency())));
        return histograms ? json.put(HISTOGRAM, encoded(second.latency())) : json;
    }

    static Progress.Second second(JsonNode json) {
        return new Progress.Second(
                json.path("second").asLong(),
                json.path("sent").asLong(),
                json.path("acknowledged").asLong(),
                json.path("failed").asLong(),
                json.path("outstanding").asLong(),
                json.path("waited").asLong(),
                decoded(json.path(HISTOGRAM)));
    }

    ObjectNode of(Report report) {
        Settings settings = report.settings();
        ObjectNode json = event(REPORT)
                .put("run", settings.run())
                .put("broker", settings.target().broker().name().toLowerCase(Locale.ROOT))
                .put("channel", settings.target().channel())
                .put("perSecond", settings.perSecond())
                .put("processes", settings.processes())
                .put("threads", settings.threads())
                .put("drones", settings.drones())
                .put("payloadBytes", settings.payloadBytes())
                .put("lingerMs", settings.target().linger().toMillis())
                .put("intended", report.intended())
                .put("sent", report.sent())
                .put("acknowledged", report.acknowledged())
                .put("failed", report.failed())
                .put("outstanding", report.outstanding())
                .put("dataBytes", report.bytes())
                .put("waited", report.waited())
                .put("behind", report.behind())
                .put("seconds", report.seconds())
                .put("sentPerSecond", report.sentPerSecond())
                .put("acknowledgedPerSecond", report.acknowledgedPerSecond());
        json.set("acknowledgement", MAPPER.valueToTree(Latency.of(report.acknowledgement())));
        json.set("lateness", MAPPER.valueToTree(Latency.of(report.lateness())));
        json.set("failures", MAPPER.valueToTree(report.failures()));
        json.set("usage", MAPPER.valueToTree(report.usage()));
        List<String> limits = Limits.after(report);
        json.put("simulatorWasTheLimit", !limits.isEmpty());
        json.set("warnings", MAPPER.valueToTree(limits));
        json.set("remarks", MAPPER.valueToTree(Limits.remarks(report)));
        if (histograms) {
            json.put(HISTOGRAM, encoded(report.acknowledgement())).put(LATENESS_HISTOGRAM, encoded(report.lateness()));
        }
        return json;
    }

    /** @param settings of the whole run */
    static Report report(JsonNode json, Settings settings) {
        Map<String, Long> failures = new LinkedHashMap<>();
        json.path("failures")
                .properties()
                .forEach(entry -> failures.put(entry.getKey(), entry.getValue().asLong()));
        List<Usage> usage = ((ArrayNode) json.path("usage"))
                .valueStream()
                .map(one -> MAPPER.treeToValue(one, Usage.class))
                .toList();
        return new Report(
                settings,
                json.path("intended").asLong(),
                json.path("sent").asLong(),
                json.path("acknowledged").asLong(),
                json.path("failed").asLong(),
                json.path("outstanding").asLong(),
                json.path("dataBytes").asLong(),
                json.path("waited").asLong(),
                json.path("behind").asLong(),
                json.path("seconds").asDouble(),
                decoded(json.path(HISTOGRAM)),
                decoded(json.path(LATENESS_HISTOGRAM)),
                failures,
                usage);
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        buffer.flip();
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Histogram decoded(JsonNode text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.asString());
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("A process of the simulator wrote a histogram that cannot be read", e);
        }
    }
}
