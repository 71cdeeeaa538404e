package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.SlowSockets.Kind;
import io.dronedelivery.lab.kit.load.SlowSockets.Lives;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rounds of {@link SlowClients}, as a Markdown table and as JSON. */
final class SlowReport {

    /** Where the slow sockets are while the callers ask the gateway. */
    enum Where {
        ALONE("nowhere"),
        BARE("at a bare server"),
        GATEWAY("at the gateway");

        private final String text;

        Where(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Share of the answers without slow sockets that has to be given beside them, too. */
    private static final double ANSWERED = 0.95;

    private final ComparisonReport about;
    private final SlowOptions options;
    private final Map<Where, List<Phase>> phases = new EnumMap<>(Where.class);
    private final Map<Where, List<Phase>> openings = new EnumMap<>(Where.class);
    private final Map<Where, Integer> fewestOpen = new EnumMap<>(Where.class);
    private final Map<Kind, Lives> lives = new EnumMap<>(Kind.class);

    /** @param asked by the callers */
    SlowReport(String asked, SlowOptions options) {
        this.options = options;
        about = new ComparisonReport("Slow clients")
                .setting("asked", asked)
                .setting("callers", String.valueOf(options.callers()))
                .setting("questions", options.rate() + " a second")
                .setting(
                        "each phase",
                        options.seconds() + " s; while they come " + SlowClients.OPENING.toSeconds() + " s; "
                                + options.rounds() + " rounds");
    }

    void add(Where where, Phase phase) {
        phases.computeIfAbsent(where, any -> new ArrayList<>()).add(phase);
    }

    void opening(Where where, Phase phase) {
        openings.computeIfAbsent(where, any -> new ArrayList<>()).add(phase);
    }

    /** How many sockets were open at the end of a phase. */
    void open(Where where, int sockets) {
        fewestOpen.merge(where, sockets, Math::min);
    }

    /** After the last round, when the gateway has closed what it closes. */
    void ended(Map<Kind, Lives> sockets) {
        lives.putAll(sockets);
    }

    /** By how many percent the p99 with the sockets at the gateway is above the one with them somewhere else; medians of the rounds. */
    double risePercent(Where than) {
        return 100 * (p99(Where.GATEWAY).median() / p99(than).median() - 1);
    }

    private Spread p99(Where where) {
        return Spread.of(rounds(phases, where), Phase::goodP99Millis);
    }

    private static List<Phase> rounds(Map<Where, List<Phase>> phases, Where where) {
        return Objects.requireNonNull(phases.get(where));
    }

    /** Writes and prints it. @return whether it is within {@code --limit} */
    boolean tell() throws IOException {
        fewestOpen.forEach((where, open) -> about.setting(
                "slow sockets open at the end of a phase " + where.text() + ", at least",
                open + " of " + options.slow()));
        about.figure("phases", phases)
                .figure("whileTheyCome", openings)
                .figure("sockets", lives)
                .figure("p99RisePercentBesideBareServer", risePercent(Where.BARE))
                .figure("p99RisePercentBesideNone", risePercent(Where.ALONE));
        about.tell(
                options.output(),
                tables(),
                List.of(p99(Where.GATEWAY)
                        .beside(
                                "slow sockets at a bare server",
                                p99(Where.BARE),
                                "p99: slow sockets at the gateway",
                                "ms")));
        return options.limit().isEmpty() || isWithin(options.limit().getAsInt());
    }

    private boolean isWithin(int percent) {
        return Math.max(risePercent(Where.BARE), risePercent(Where.ALONE)) <= percent && allAnswered() && allClosed();
    }

    /** The p99 is of those who were answered. */
    private boolean allAnswered() {
        return rate(Where.GATEWAY) >= ANSWERED * rate(Where.ALONE);
    }

    private double rate(Where where) {
        return Spread.median(rounds(phases, where), Phase::goodPerSecond);
    }

    /** Those who read may stay as long as they do. */
    private boolean allClosed() {
        return lives.entrySet().stream()
                .filter(of -> of.getKey() != Kind.READ)
                .allMatch(of -> of.getValue().open() == 0);
    }

    private String tables() {
        Map<String, List<Phase>> rows = new LinkedHashMap<>();
        for (Where where : Where.values()) {
            rows.put(where.text(), rounds(phases, where));
            if (openings.containsKey(where)) {
                rows.put("while they come " + where.text(), rounds(openings, where));
            }
        }
        return Table.of(rows.entrySet())
                        .column("slow sockets", Map.Entry::getKey)
                        .column("answers/s", "%.1f", row -> Spread.median(row.getValue(), Phase::goodPerSecond))
                        .column("p50 ms", "%.1f", row -> Spread.median(row.getValue(), Phase::goodP50Millis))
                        .column(
                                "p99 ms, median (min to max)",
                                row -> Spread.of(row.getValue(), Phase::goodP99Millis)
                                        .text("%.1f (%.1f to %.1f)"))
                + "\n"
                + Table.of(lives.entrySet())
                        .column("slow sockets", of -> of.getKey().text())
                        .column("opened", of -> of.getValue().opened())
                        .column(
                                "closed after, s: first, last",
                                of -> text(
                                        "%.1f, %.1f",
                                        of.getValue().firstSeconds(),
                                        of.getValue().lastSeconds()))
                        .column("still open", of -> of.getValue().open())
                + text(
                        "%nThe p99 beside them at the gateway is higher by %.1f %% than beside them at a bare server,"
                                + " and by %.1f %% than without them.%n",
                        risePercent(Where.BARE), risePercent(Where.ALONE));
    }
}
