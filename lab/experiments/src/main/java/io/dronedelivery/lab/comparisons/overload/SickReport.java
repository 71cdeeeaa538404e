package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.comparisons.peers.Ailment;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    private final ComparisonReport about;
    private final SickOptions options;
    /** By the ailment's label, and alone. */
    private final Map<String, List<Phase>> healthy = new LinkedHashMap<>();

    private final Map<String, List<Phase>> needed = new LinkedHashMap<>();
    private final Map<String, List<Phase>> wanted = new LinkedHashMap<>();

    SickReport(String asked, SickOptions options) {
        this.options = options;
        about = new ComparisonReport("Beside a sick backend")
                .setting("asked by those who do not need the sick backend", asked)
                .setting("their connections and questions", options.callers() + ", " + options.rate() + " a second")
                .setting(
                        "connections and questions of the others",
                        2 * options.sickCallers() + ", " + options.sick()
                                + " a second, half of them with a required part there and half with an optional one")
                .setting("their deadline", options.deadline().toMillis() + " ms")
                .setting("each phase", options.seconds() + " s; " + options.rounds() + " rounds");
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
        return latest(others(ailment));
    }

    private double latest(Stream<Phase> rounds) {
        return rounds.mapToDouble(Phase::latestMillis).max().orElseThrow()
                - options.deadline().toMillis();
    }

    private Stream<Phase> others(Ailment ailment) {
        return Stream.of(needed, wanted).flatMap(phases -> rounds(phases, ailment.label()).stream());
    }

    /** Writes and prints it. @return whether it is within {@code --limit} */
    boolean tell() throws IOException {
        about.figure("healthy", healthy).figure("needed", needed).figure("wanted", wanted);
        Map<String, Double> rises = new LinkedHashMap<>();
        Map<String, Double> latest = new LinkedHashMap<>();
        options.ailments().forEach(ailment -> {
            rises.put(ailment.label(), risePercent(ailment));
            latest.put(ailment.label(), latestBeyondDeadline(ailment));
        });
        about.figure("p99RisePercent", rises).figure("latestMillisBeyondDeadline", latest);
        about.tell(
                options.output(),
                tables(),
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
        return Spread.median(rounds(healthy, name), Phase::goodPerSecond);
    }

    private String tables() {
        List<Ailment> all = new ArrayList<>(options.ailments());
        all.add(0, Ailment.NONE);
        List<String> others = new ArrayList<>(all.stream().map(Ailment::label).toList());
        others.add(0, ALONE);
        Map<String, String> texts = new LinkedHashMap<>(Map.of(ALONE, "(nobody)"));
        Map<String, String> rises = new LinkedHashMap<>();
        all.forEach(ailment -> texts.put(ailment.label(), ailment.text()));
        options.ailments().forEach(ailment -> rises.put(ailment.label(), text("%.1f %%", risePercent(ailment))));
        return Table.of(others)
                        .column("beside others whose backend", texts::get)
                        .column("answers/s", "%.1f", this::rate)
                        .column("p50 ms", "%.1f", name -> Spread.median(rounds(healthy, name), Phase::goodP50Millis))
                        .column("p99 ms, median (min to max)", name -> p99(name).text("%.1f (%.1f to %.1f)"))
                        .column("p99 above that beside one that is well", rises::get)
                + "\n"
                + Table.of(all.stream()
                                .flatMap(ailment -> Stream.of(
                                        new Others(ailment, "required", rounds(needed, ailment.label())),
                                        new Others(ailment, "optional", rounds(wanted, ailment.label()))))
                                .toList())
                        .column(
                                "those others, whose backend",
                                row -> row.ailment().text())
                        .column("its part", Others::part)
                        .column("200/s", "%.1f", row -> Spread.median(row.rounds(), Phase::goodPerSecond))
                        .column("503/s", "%.1f", row -> Spread.median(row.rounds(), Phase::refusedPerSecond))
                        .column(
                                "other answers",
                                row -> row.rounds().stream()
                                        .mapToLong(Phase::other)
                                        .sum())
                        .column(
                                "broken off",
                                row -> row.rounds().stream()
                                        .mapToLong(Phase::broken)
                                        .sum())
                        .column("latest answer after the deadline, ms", "%.0f", row -> latest(row.rounds().stream()));
    }

    /** Those who need the backend that has the ailment, or get the rest without it. */
    private record Others(Ailment ailment, String part, List<Phase> rounds) {}
}
