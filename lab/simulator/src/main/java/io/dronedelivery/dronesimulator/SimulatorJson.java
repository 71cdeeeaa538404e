package io.dronedelivery.dronesimulator;

import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Seconds and reports as JSON, for programs. */
final class SimulatorJson {

    static final String EVENT = "event";
    static final String PROGRESS = "progress";
    static final String REPORT = "report";
    static final String WARNING = "warning";
    static final String FAILED = "failed";

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private SimulatorJson() {}

    static ObjectNode event(String name) {
        return MAPPER.createObjectNode().put(EVENT, name);
    }

    static ObjectNode of(SimulationProgress.Second second) {
        ObjectNode json = event(PROGRESS)
                .put("second", second.number())
                .put("sent", second.sent())
                .put("acknowledged", second.acknowledged())
                .put("failed", second.failed())
                .put("outstanding", second.outstanding())
                .put("waited", second.waited());
        json.set("acknowledgement", MAPPER.valueToTree(SendLatency.of(second.latency())));
        return json;
    }

    static ObjectNode of(SimulationReport report) {
        SimulatorSettings settings = report.settings();
        ObjectNode json = event(REPORT)
                .put("run", settings.run())
                .put("broker", settings.target().broker().name().toLowerCase(Locale.ROOT))
                .put("channel", settings.target().channel())
                .put("perSecond", settings.perSecond())
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
        json.set("acknowledgement", MAPPER.valueToTree(SendLatency.of(report.acknowledgement())));
        json.set("lateness", MAPPER.valueToTree(SendLatency.of(report.lateness())));
        json.set("failures", MAPPER.valueToTree(report.failures()));
        json.set("usage", MAPPER.valueToTree(report.usage()));
        List<String> limits = Limits.after(report);
        json.put("simulatorWasTheLimit", !limits.isEmpty());
        json.set("warnings", MAPPER.valueToTree(limits));
        json.set("remarks", MAPPER.valueToTree(Limits.remarks(report)));
        return json;
    }

    /** A distribution in microseconds; the shares are 0 to 1. */
    record SendLatency(
            long count,
            long p50,
            long p90,
            long p99,
            long p999,
            long max,
            double within1ms,
            double within10ms,
            double within100ms) {

        static SendLatency of(Histogram micros) {
            return new SendLatency(
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(90),
                    micros.getValueAtPercentile(99),
                    micros.getValueAtPercentile(99.9),
                    micros.getMaxValue(),
                    within(micros, 1_000),
                    within(micros, 10_000),
                    within(micros, 100_000));
        }

        private static double within(Histogram micros, long limit) {
            return micros.getTotalCount() == 0
                    ? 0
                    : (double) micros.getCountBetweenValues(0, limit) / micros.getTotalCount();
        }
    }
}
