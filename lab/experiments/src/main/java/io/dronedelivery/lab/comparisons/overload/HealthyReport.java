package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.overload.HealthyOptions.Row;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The rows of {@link HealthyTraffic}, as a Markdown table and as JSON, and the bars that they miss. */
final class HealthyReport {

    /** Of an aggregation by default, {@code gateway.defaults.deadline}. */
    private static final double DEADLINE_SECONDS = 3;

    /** Share of the best row's good answers that a row has to have whose connections are too many. */
    private static final double OF_PEAK = 0.9;

    /** Share of its requests that have to be answered to a caller beside a busy one. */
    private static final double OF_OTHER = 0.95;

    private static final int UNAVAILABLE = 503;
    private static final int TIMEOUT = 504;

    private final ComparisonReport about;
    private final HealthyOptions options;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> unfair = new ArrayList<>();
    /** Good answers a second of the best row with so many parts and no more connections than can be answered in time. */
    private final Map<Integer, Double> peaks = new LinkedHashMap<>();

    HealthyReport(HealthyOptions options) {
        this.options = options;
        about = new ComparisonReport("Healthy traffic")
                .gateway(options.jar(), options.gatewaySettings())
                .setting("parts", "560 bytes each, all of them required and at one backend")
                .setting("each row", options.seconds() + " s; the cold one " + options.coldSeconds() + " s")
                .setting("callers", "ask again as soon as they are answered; one address");
    }

    /**
     * What came of a row.
     *
     * @param opened connections that were opened to the backend meanwhile
     * @param limits of the gateway that were seen, as text; empty where there are none
     */
    record HealthyLine(Phase phase, long opened, String limits) {

        long refused() {
            return phase.answers(UNAVAILABLE);
        }

        long timeouts() {
            return phase.answers(TIMEOUT);
        }

        /** Of the gateway or its backend, and connections that broke off. */
        long failed() {
            return phase.other() - timeouts() + phase.broken();
        }

        long answers() {
            return phase.statuses().values().stream().mapToLong(Long::longValue).sum();
        }

        /** Whether each request can be answered well before the deadline, in the order in which they come. */
        boolean isInTime() {
            return phase.connections() / phase.goodPerSecond() < DEADLINE_SECONDS / 2;
        }

        private String lost() {
            return text(
                    "of %d requests %d were refused (503), %d timed out (504) and %d failed",
                    answers() + phase.broken(), refused(), timeouts(), failed());
        }
    }

    /** What an entry is held to. */
    private enum Bar {
        NONE_REFUSED,
        NONE_REFUSED_IN_TIME,
        NOTHING
    }

    private record Entry(String who, Row row, HealthyLine line, Bar bar) {

        double rate() {
            return line.phase().goodPerSecond();
        }

        private String name() {
            return text("%s, %d parts, %d connections", who, row.parts(), row.connections());
        }
    }

    /** Of a gateway that has just started. */
    void cold(Row row, HealthyLine line) {
        entries.add(new Entry("cold gateway", row, line, Bar.NONE_REFUSED));
    }

    void gateway(Row row, HealthyLine line) {
        entries.add(new Entry("gateway", row, line, Bar.NONE_REFUSED_IN_TIME));
        if (line.isInTime()) {
            peaks.merge(row.parts(), line.phase().goodPerSecond(), Math::max);
        }
    }

    void peer(String name, Row row, HealthyLine line) {
        entries.add(new Entry(name, row, line, Bar.NOTHING));
    }

    /** @param other of the caller who asks one request after the other */
    void beside(Row row, HealthyLine busy, HealthyLine other) {
        entries.add(new Entry("a busy caller of the gateway", row, busy, Bar.NOTHING));
        entries.add(new Entry("another one beside it", new Row(row.parts(), 1), other, Bar.NOTHING));
        long asked = other.answers() + other.phase().broken();
        long good = other.phase().answers(200);
        if (asked == 0 || good < OF_OTHER * asked) {
            unfair.add(text(
                    "beside %d connections of one caller another one got %d of %d answers, fewer than %.0f %%",
                    row.connections(), good, asked, 100 * OF_OTHER));
        }
    }

    /** Writes and prints it. @return whether each bar is kept */
    boolean tell() throws IOException {
        List<String> missed = misses();
        about.figure("rows", entries).figure("missed", missed);
        about.tell(options.output(), table() + verdict(missed), besidePeers());
        return missed.isEmpty();
    }

    /** The gateway beside each peer with the same parts and connections. */
    private List<Measurement> besidePeers() {
        List<Measurement> all = new ArrayList<>();
        for (Entry ours : entries) {
            entries.stream()
                    .filter(peer -> ours.bar() == Bar.NONE_REFUSED_IN_TIME
                            && options.peers().contains(peer.who()))
                    .filter(peer -> peer.row().equals(ours.row()))
                    .map(peer -> Measurement.single(
                            "good answers: " + ours.name(), ours.rate(), "/s", peer.who(), peer.rate()))
                    .forEach(all::add);
        }
        return all;
    }

    /** A sentence for each bar that is missed. */
    List<String> misses() {
        return Stream.concat(entries.stream().flatMap(entry -> missed(entry).stream()), unfair.stream())
                .toList();
    }

    private Optional<String> missed(Entry entry) {
        HealthyLine line = entry.line();
        if (entry.bar() == Bar.NOTHING) {
            return Optional.empty();
        }
        if (entry.bar() == Bar.NONE_REFUSED || line.isInTime()) {
            boolean answered = line.refused() + line.timeouts() + line.failed() == 0 && line.answers() > 0;
            return answered ? Optional.empty() : Optional.of(entry.name() + ": " + line.lost() + ", where none may");
        }
        // A row that is not in time itself says nothing of what the gateway can do: it may refuse all the others.
        Double peak = peaks.get(entry.row().parts());
        if (peak != null && entry.rate() >= OF_PEAK * peak) {
            return Optional.empty();
        }
        String than = peak == null
                ? "and no row with as many parts and fewer connections to compare them with"
                : text("fewer than %.0f %% of the best row's %.0f", 100 * OF_PEAK, peak);
        return Optional.of(
                text("%s: %.0f good answers a second, %s; %s", entry.name(), entry.rate(), than, line.lost()));
    }

    private static String verdict(List<String> missed) {
        return missed.isEmpty()
                ? "\nEach bar is kept.\n"
                : "\nBars that are missed:\n\n- " + String.join("\n- ", missed) + '\n';
    }

    private String table() {
        return Table.of(entries)
                .column("", Entry::who)
                .column("parts", entry -> entry.row().parts())
                .column("connections", entry -> entry.row().connections())
                .column("good answers/s", "%.0f", Entry::rate)
                .column("503", entry -> share(entry.line().refused(), entry.line()))
                .column("504", entry -> share(entry.line().timeouts(), entry.line()))
                .column("other failures", entry -> entry.line().failed())
                .column("p50, p99 ms", entry -> {
                    Phase phase = entry.line().phase();
                    return text("%.1f, %.1f", phase.goodP50Millis(), phase.goodP99Millis());
                })
                .column("connections opened", entry -> entry.line().opened())
                .column(
                        "limits (most in flight, waiting)",
                        entry -> entry.line().limits())
                .toString();
    }

    private static String share(long count, HealthyLine line) {
        return count == 0 ? "0" : text("%d (%.1f %%)", count, 100.0 * count / line.answers());
    }
}
