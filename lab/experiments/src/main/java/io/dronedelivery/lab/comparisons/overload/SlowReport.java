package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.comparisons.command.Spread;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.SlowSockets.Kind;
import io.dronedelivery.lab.kit.load.SlowSockets.Lives;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

    private final SlowOptions options;
    private final Map<Where, List<Phase>> phases = new EnumMap<>(Where.class);
    private final Map<Where, List<Phase>> openings = new EnumMap<>(Where.class);
    private final Map<Where, Integer> fewestOpen = new EnumMap<>(Where.class);
    private final Map<Kind, Lives> lives = new EnumMap<>(Kind.class);

    SlowReport(SlowOptions options) {
        this.options = options;
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
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("setting", setting());
        json.put("phases", phases);
        json.put("whileTheyCome", openings);
        json.put("sockets", lives);
        json.put("p99RisePercentBesideBareServer", risePercent(Where.BARE));
        json.put("p99RisePercentBesideNone", risePercent(Where.ALONE));
        ComparisonResults.tell(
                options.output(),
                json,
                ComparisonResults.markdown("Slow clients", tables(), setting()),
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
        return Spread.of(rounds(phases, where), Phase::goodPerSecond).median();
    }

    /** Those who read may stay as long as they do. */
    private boolean allClosed() {
        return lives.entrySet().stream()
                .filter(of -> of.getKey() != Kind.READ)
                .allMatch(of -> of.getValue().open() == 0);
    }

    private Map<String, String> setting() {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("asked", options.target().toString());
        setting.put("callers", String.valueOf(options.callers()));
        setting.put("questions", options.rate() + " a second");
        fewestOpen.forEach((where, open) -> setting.put(
                "slow sockets open at the end of a phase " + where.text() + ", at least",
                open + " of " + options.slow()));
        setting.put(
                "each phase",
                options.seconds() + " s; while they come " + SlowClients.OPENING.toSeconds() + " s; " + options.rounds()
                        + " rounds");
        setting.putAll(Machine.describe());
        return setting;
    }

    private String tables() {
        StringBuilder table = new StringBuilder(
                "| slow sockets | answers/s | p50 ms | p99 ms, median (min to max) |\n|---|---|---|---|\n");
        for (Where where : Where.values()) {
            row(table, where.text(), rounds(phases, where));
            if (openings.containsKey(where)) {
                row(table, "while they come " + where.text(), rounds(openings, where));
            }
        }
        table.append("\n| slow sockets | opened | closed after, s: first, last | still open |\n|---|---|---|---|\n");
        lives.forEach((kind, of) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %d | %.1f, %.1f | %d |%n",
                kind.text(),
                of.opened(),
                of.firstSeconds(),
                of.lastSeconds(),
                of.open())));
        return table.append(String.format(
                        Locale.ROOT,
                        "%nThe p99 beside them at the gateway is higher by %.1f %% than beside them at a bare server,"
                                + " and by %.1f %% than without them.%n",
                        risePercent(Where.BARE),
                        risePercent(Where.ALONE)))
                .toString();
    }

    private static void row(StringBuilder table, String name, List<Phase> rounds) {
        Spread p99 = Spread.of(rounds, Phase::goodP99Millis);
        table.append(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f (%.1f to %.1f) |%n",
                name,
                Spread.of(rounds, Phase::goodPerSecond).median(),
                Spread.of(rounds, Phase::goodP50Millis).median(),
                p99.median(),
                p99.min(),
                p99.max()));
    }
}
