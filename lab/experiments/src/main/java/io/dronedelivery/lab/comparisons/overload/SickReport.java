package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rounds of {@link SickBackend}, as a Markdown table and as JSON. */
final class SickReport {

    private static final String ALONE = "alone";

    /** Share of the answers beside a backend that is well that has to be given beside a sick one, too. */
    private static final double ANSWERED = 0.95;

    /** How much later than the deadline an answer may come. */
    private static final double LATE_MILLIS = 50;

    private final String asked;
    private final SickOptions options;
    /** By the ailment's label, and alone. */
    private final Map<String, List<Phase>> healthy = new LinkedHashMap<>();

    private final Map<String, List<Phase>> needed = new LinkedHashMap<>();
    private final Map<String, List<Phase>> wanted = new LinkedHashMap<>();

    SickReport(String asked, SickOptions options) {
        this.asked = asked;
        this.options = options;
    }

    /** Those who do not need the sick backend. @param ailment null when no caller needs it */
    void add(@Nullable Ailment ailment, Phase phase) {
        put(healthy, ailment == null ? ALONE : ailment.label(), phase);
    }

    /** Those who get nothing without it. */
    void needed(Ailment ailment, Phase phase) {
        put(needed, ailment.label(), phase);
    }

    /** Those who get the rest without it. */
    void wanted(Ailment ailment, Phase phase) {
        put(wanted, ailment.label(), phase);
    }

    private static void put(Map<String, List<Phase>> phases, String name, Phase phase) {
        phases.computeIfAbsent(name, any -> new ArrayList<>()).add(phase);
    }

    private static List<Phase> rounds(Map<String, List<Phase>> phases, String name) {
        return Objects.requireNonNull(phases.get(name), name);
    }

    /** By how many percent the p99 beside it is above the one beside a backend that is well; medians of the rounds. */
    double risePercent(Ailment ailment) {
        return 100 * (p99(ailment.label()).median() / p99(Ailment.NONE.label()).median() - 1);
    }

    private Spread p99(String name) {
        return Spread.of(rounds(healthy, name), Phase::goodP99Millis);
    }

    /** The latest answer to those who need it, in milliseconds after the deadline; negative when it came before. */
    double latestBeyondDeadline(Ailment ailment) {
        return others(ailment).mapToDouble(Phase::latestMillis).max().orElseThrow()
                - options.deadline().toMillis();
    }

    private Stream<Phase> others(Ailment ailment) {
        return Stream.of(needed, wanted).flatMap(phases -> rounds(phases, ailment.label()).stream());
    }

    /** Writes and prints it. @return whether it is within {@code --limit} */
    boolean tell() throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("setting", setting());
        json.put("healthy", healthy);
        json.put("needed", needed);
        json.put("wanted", wanted);
        Map<String, Double> rises = new LinkedHashMap<>();
        Map<String, Double> latest = new LinkedHashMap<>();
        options.ailments().forEach(ailment -> {
            rises.put(ailment.label(), risePercent(ailment));
            latest.put(ailment.label(), latestBeyondDeadline(ailment));
        });
        json.put("p99RisePercent", rises);
        json.put("latestMillisBeyondDeadline", latest);
        ComparisonResults.tell(
                options.output(),
                json,
                ComparisonResults.markdown("Beside a sick backend", tables(), setting()),
                options.ailments().stream()
                        .map(ailment -> p99(ailment.label())
                                .beside(
                                        "a backend that is well",
                                        p99(Ailment.NONE.label()),
                                        "p99: sick backend, " + ailment.label(),
                                        "ms"))
                        .toList());
        return options.limit().isEmpty()
                || options.ailments().stream()
                        .allMatch(ailment -> isWithin(options.limit().getAsInt(), ailment));
    }

    private boolean isWithin(int percent, Ailment ailment) {
        return risePercent(ailment) <= percent
                && rate(ailment.label()) >= ANSWERED * rate(Ailment.NONE.label())
                && latestBeyondDeadline(ailment) <= LATE_MILLIS
                && others(ailment).allMatch(phase -> phase.broken() == 0 && isAnswered(phase));
    }

    /** Who is never answered is never late. */
    private static boolean isAnswered(Phase phase) {
        return phase.goodPerSecond() + phase.refusedPerSecond() + phase.other() > 0;
    }

    private double rate(String name) {
        return Spread.of(rounds(healthy, name), Phase::goodPerSecond).median();
    }

    private Map<String, String> setting() {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("asked by those who do not need the sick backend", asked);
        setting.put("their connections and questions", options.callers() + ", " + options.rate() + " a second");
        setting.put(
                "connections and questions of the others",
                2 * options.sickCallers() + ", " + options.sick()
                        + " a second, half of them with a required part there and half with an optional one");
        setting.put("their deadline", options.deadline().toMillis() + " ms");
        setting.put("each phase", options.seconds() + " s; " + options.rounds() + " rounds");
        setting.putAll(Machine.describe());
        return setting;
    }

    private String tables() {
        StringBuilder table = new StringBuilder(
                "| beside others whose backend | answers/s | p50 ms | p99 ms, median (min to max) | p99 above that"
                        + " beside one that is well |\n"
                        + "|---|---|---|---|---|\n");
        row(table, "(nobody)", ALONE, "");
        row(table, Ailment.NONE.text(), Ailment.NONE.label(), "");
        options.ailments()
                .forEach(ailment -> row(
                        table,
                        ailment.text(),
                        ailment.label(),
                        String.format(Locale.ROOT, "%.1f %%", risePercent(ailment))));
        table.append("\n"
                + "| those others, whose backend | its part | 200/s | 503/s | other answers | broken off | latest"
                + " answer after the deadline, ms |\n"
                + "|---|---|---|---|---|---|---|\n");
        Stream.concat(Stream.of(Ailment.NONE), options.ailments().stream()).forEach(ailment -> {
            row(table, ailment, "required", needed);
            row(table, ailment, "optional", wanted);
        });
        return table.toString();
    }

    private void row(StringBuilder table, String text, String name, String rise) {
        List<Phase> rounds = rounds(healthy, name);
        Spread p99 = p99(name);
        table.append(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f (%.1f to %.1f) | %s |%n",
                text,
                rate(name),
                Spread.of(rounds, Phase::goodP50Millis).median(),
                p99.median(),
                p99.min(),
                p99.max(),
                rise));
    }

    private void row(StringBuilder table, Ailment ailment, String part, Map<String, List<Phase>> phases) {
        List<Phase> rounds = rounds(phases, ailment.label());
        table.append(String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f | %d | %d | %.0f |%n",
                ailment.text(),
                part,
                Spread.of(rounds, Phase::goodPerSecond).median(),
                Spread.of(rounds, Phase::refusedPerSecond).median(),
                rounds.stream().mapToLong(Phase::other).sum(),
                rounds.stream().mapToLong(Phase::broken).sum(),
                rounds.stream().mapToDouble(Phase::latestMillis).max().orElseThrow()
                        - options.deadline().toMillis()));
    }
}
