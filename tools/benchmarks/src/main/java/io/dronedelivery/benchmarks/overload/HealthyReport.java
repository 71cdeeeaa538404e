package io.dronedelivery.benchmarks.overload;

import io.dronedelivery.benchmarks.command.Results;
import io.dronedelivery.benchmarks.machine.Machine;
import io.dronedelivery.benchmarks.overload.Answers.Phase;
import io.dronedelivery.benchmarks.overload.HealthyOptions.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    private final HealthyOptions options;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> misses = new ArrayList<>();
    /** The best row of the gateway with so many parts. */
    private final Map<Integer, Double> peaks = new LinkedHashMap<>();

    HealthyReport(HealthyOptions options) {
        this.options = options;
    }

    /**
     * What came of a row.
     *
     * @param opened connections that were opened to the backend meanwhile
     * @param limits of the gateway that were seen, as text; empty where there are none
     */
    record Line(Phase phase, long opened, String limits) {

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

        /** How long a request takes where all of them are answered in turn, in seconds. */
        double secondsOfARequest() {
            return phase.connections() / phase.goodPerSecond();
        }
    }

    private record Entry(String who, Row row, Line line, boolean judged) {

        private String name() {
            return String.format(Locale.ROOT, "%s, %d parts, %d connections", who, row.parts(), row.connections());
        }
    }

    /** @param state before the gateway's name, such as {@code cold} */
    void gateway(String state, Row row, Line line) {
        entries.add(new Entry(state + "gateway", row, line, true));
        peaks.merge(row.parts(), line.phase().goodPerSecond(), Math::max);
    }

    void peer(String name, Row row, Line line) {
        entries.add(new Entry(name, row, line, false));
    }

    /** @param other of the caller who asks one request after the other */
    void beside(Row row, Line busy, Line other) {
        entries.add(new Entry("a busy caller of the gateway", row, busy, false));
        entries.add(new Entry("another one beside it", new Row(row.parts(), 1), other, false));
        long asked = other.answers() + other.phase().broken();
        long good = other.phase().answers(200);
        if (asked == 0 || good < OF_OTHER * asked) {
            misses.add(String.format(
                    Locale.ROOT,
                    "beside %d connections of one caller another one got %d of %d answers, fewer than %.0f %%",
                    row.connections(),
                    good,
                    asked,
                    100 * OF_OTHER));
        }
    }

    /** Writes and prints it. @return whether each bar is kept */
    boolean tell() throws IOException {
        List<String> missed = misses();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("setting", setting());
        json.put("rows", entries);
        json.put("missed", missed);
        Results.tell(options.output(), json, Results.markdown("Healthy traffic", table() + verdict(missed), setting()));
        return missed.isEmpty();
    }

    /** A sentence for each bar that is missed. */
    List<String> misses() {
        List<String> all = new ArrayList<>();
        entries.stream().filter(Entry::judged).forEach(entry -> judge(entry, all));
        all.addAll(misses);
        return all;
    }

    private void judge(Entry entry, List<String> missed) {
        Line line = entry.line();
        if (line.secondsOfARequest() < DEADLINE_SECONDS / 2) {
            if (line.refused() + line.timeouts() + line.failed() > 0) {
                missed.add(String.format(
                        Locale.ROOT,
                        "%s: %d of %d requests were refused (503), %d timed out (504) and %d failed, where none may",
                        entry.name(),
                        line.refused(),
                        line.answers(),
                        line.timeouts(),
                        line.failed()));
            }
            return;
        }
        double peak = peaks.getOrDefault(entry.row().parts(), 0.0);
        if (line.phase().goodPerSecond() == 0 || line.phase().goodPerSecond() < OF_PEAK * peak) {
            missed.add(String.format(
                    Locale.ROOT,
                    "%s: %.0f good answers a second, fewer than %.0f %% of the best row's %.0f",
                    entry.name(),
                    line.phase().goodPerSecond(),
                    100 * OF_PEAK,
                    peak));
        }
    }

    private static String verdict(List<String> missed) {
        return missed.isEmpty()
                ? "\nEach bar is kept.\n"
                : "\nBars that are missed:\n\n- " + String.join("\n- ", missed) + '\n';
    }

    private Map<String, String> setting() {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("gateway", options.jar() == null ? "the classes of this build" : options.jar() + "");
        if (!options.gatewaySettings().isEmpty()) {
            setting.put("further settings of the gateway", String.join(" ", options.gatewaySettings()));
        }
        setting.put("parts", "560 bytes each, all of them required and at one backend");
        setting.put("each row", options.seconds() + " s; the cold one " + options.coldSeconds() + " s");
        setting.put("callers", "ask again as soon as they are answered; one address");
        setting.putAll(Machine.describe());
        return setting;
    }

    private String table() {
        StringBuilder table = new StringBuilder("""
                | | parts | connections | good answers/s | 503 | 504 | other failures | p50, p99 ms | connections opened | limits (most in flight, waiting) |
                |---|---|---|---|---|---|---|---|---|---|
                """);
        for (Entry entry : entries) {
            Line line = entry.line();
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.0f | %s | %s | %d | %.1f, %.1f | %d | %s |%n",
                    entry.who(),
                    entry.row().parts(),
                    entry.row().connections(),
                    line.phase().goodPerSecond(),
                    share(line.refused(), line),
                    share(line.timeouts(), line),
                    line.failed(),
                    line.phase().goodP50Millis(),
                    line.phase().goodP99Millis(),
                    line.opened(),
                    line.limits()));
        }
        return table.toString();
    }

    private static String share(long count, Line line) {
        return count == 0 ? "0" : String.format(Locale.ROOT, "%d (%.1f %%)", count, 100.0 * count / line.answers());
    }
}
