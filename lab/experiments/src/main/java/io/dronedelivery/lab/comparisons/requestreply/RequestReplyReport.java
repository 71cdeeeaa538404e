package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.requestreply.RequestLoad.RequestRound;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run as a Markdown table and as JSON.
 *
 * @param setting what the figures depend on, by name
 */
record RequestReplyReport(Map<String, String> setting, List<RequestReplyLine> lines) {

    /**
     * One way and its rounds.
     *
     * @param channels reply channels that were opened
     */
    record RequestReplyLine(String title, List<RequestRound> rounds, long channels) {

        Spread rate() {
            return Spread.of(rounds, RequestRound::requestsPerSecond);
        }

        double median(ToDoubleFunction<RequestRound> figure) {
            return Spread.of(rounds, figure).median();
        }

        double highest(ToDoubleFunction<RequestRound> figure) {
            return Spread.of(rounds, figure).max();
        }
    }

    static RequestReplyReport of(RequestReplyOptions options) {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("requests in flight", "" + options.concurrency());
        setting.put("workers", options.workers() + ", each with a prefetch of " + options.prefetch());
        setting.put("size of a request and of its reply", options.bytes() + " bytes");
        setting.put(
                "rounds",
                options.rounds() + " of " + options.round().toSeconds() + " s after "
                        + options.warmUp().toSeconds() + " s to warm up; with an empty pool its first requests alone");
        setting.put(
                "brokers",
                "each in a JVM of its own on this machine; PostgreSQL with fsync and synchronous_commit, Service Bus"
                        + " in memory, Kafka as it comes");
        setting.putAll(Machine.describe());
        return new RequestReplyReport(setting, new ArrayList<>());
    }

    void add(RoundTrip target, List<RequestRound> rounds) {
        lines.add(new RequestReplyLine(target.title(), rounds, target.channels()));
    }

    String markdown() {
        List<String> rows = new ArrayList<>();
        rows.add(
                "| way | requests/s, median | p50 | p99 | longest | CPU for each | reply channels opened | requests |");
        rows.add("|---|---|---|---|---|---|---|---|");
        lines.forEach(line -> rows.add(row(line)));
        return ComparisonResults.markdown("Request/reply", String.join("\n", rows), setting);
    }

    /** The clients alone come after the design that uses them. */
    private List<Measurement> besidePeers() {
        List<Measurement> all = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            RequestReplyLine ours = lines.get(i - 1);
            RequestReplyLine peer = lines.get(i);
            if (peer.title().endsWith(" alone")) {
                all.add(ours.rate().beside(peer.title(), peer.rate(), "request and reply: " + ours.title(), "/s"));
            }
        }
        return all;
    }

    private static String row(RequestReplyLine line) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.2f ms | %.2f ms | %.1f ms | %,.0f us | %d | %,.0f |",
                line.title(),
                line.median(RequestRound::requestsPerSecond),
                line.median(RequestRound::p50Millis),
                line.median(RequestRound::p99Millis),
                line.highest(RequestRound::maxMillis),
                line.median(RequestRound::cpuMicros),
                line.channels(),
                line.rounds().stream().mapToDouble(RequestRound::requests).sum());
    }

    /** Writes and prints it. */
    void tell(Path directory) throws IOException {
        ComparisonResults.tell(directory, Map.of("setting", setting, "ways", lines), markdown(), besidePeers());
    }
}
