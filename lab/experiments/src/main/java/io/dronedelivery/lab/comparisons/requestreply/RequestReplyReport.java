package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.requestreply.RequestLoad.RequestRound;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of a run as a Markdown table and as JSON. */
final class RequestReplyReport {

    private final ComparisonReport about;
    private final List<RequestReplyLine> lines = new ArrayList<>();

    RequestReplyReport(RequestReplyOptions options) {
        about = new ComparisonReport("Request/reply")
                .setting("requests in flight", "" + options.concurrency())
                .setting("workers", options.workers() + ", each with a prefetch of " + options.prefetch())
                .setting("size of a request and of its reply", options.bytes() + " bytes")
                .setting(
                        "rounds",
                        options.rounds() + " of " + options.round().toSeconds() + " s after "
                                + options.warmUp().toSeconds()
                                + " s to warm up; with an empty pool its first requests alone")
                .setting(
                        "brokers",
                        "each in a JVM of its own on this machine; PostgreSQL with fsync and synchronous_commit, Service"
                                + " Bus in memory, Kafka as it comes");
    }

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
            return Spread.median(rounds, figure);
        }

        double highest(ToDoubleFunction<RequestRound> figure) {
            return Spread.of(rounds, figure).max();
        }
    }

    void add(RoundTrip target, List<RequestRound> rounds) {
        lines.add(new RequestReplyLine(target.title(), rounds, target.channels()));
    }

    List<RequestReplyLine> lines() {
        return lines;
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

    /** Writes and prints it. */
    void tell(Path directory) throws IOException {
        about.figure("ways", lines);
        about.tell(
                directory,
                Table.of(lines)
                        .column("way", RequestReplyLine::title)
                        .column("requests/s, median", "%,.0f", line -> line.median(RequestRound::requestsPerSecond))
                        .column("p50", "%.2f ms", line -> line.median(RequestRound::p50Millis))
                        .column("p99", "%.2f ms", line -> line.median(RequestRound::p99Millis))
                        .column("longest", "%.1f ms", line -> line.highest(RequestRound::maxMillis))
                        .column("CPU for each", "%,.0f us", line -> line.median(RequestRound::cpuMicros))
                        .column("reply channels opened", RequestReplyLine::channels)
                        .column(
                                "requests",
                                "%,.0f",
                                line -> line.rounds().stream()
                                        .mapToDouble(RequestRound::requests)
                                        .sum())
                        .toString(),
                besidePeers());
    }
}
