package io.dronedelivery.lab.comparisons.overload;

import io.dronedelivery.lab.comparisons.command.ComparisonResults;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The three phases of {@link OverloadGoodput}, as a Markdown table and as JSON, and whether they keep the bars.
 *
 * @param after the overload; longer than {@link #RECOVERY_SECONDS}
 */
record OverloadReport(OverloadOptions options, Phase before, Phase overload, Phase after) {

    /** From this second after the overload on as many answers are good as before, but for {@link #RECOVERED_PERCENT}. */
    static final int RECOVERY_SECONDS = 5;

    private static final int RECOVERED_PERCENT = 95;

    /** Good answers during the overload, in percent of those before. */
    double duringPercent() {
        return 100 * overload.goodPerSecond() / before.goodPerSecond();
    }

    /** Good answers a second once the time to recover is over, in percent of those before. */
    double afterPercent() {
        double good = Arrays.stream(after.goodBySecond())
                .skip(RECOVERY_SECONDS)
                .average()
                .orElse(0);
        return 100 * good / before.goodPerSecond();
    }

    boolean isWithinLimit() {
        return options.limitPercent().isEmpty()
                || duringPercent() >= options.limitPercent().getAsInt() && afterPercent() >= RECOVERED_PERCENT;
    }

    /** Writes and prints it. */
    void tell() throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("setting", setting());
        json.put("phases", List.of(before, overload, after));
        json.put("duringPercent", duringPercent());
        json.put("afterPercent", afterPercent());
        Files.createDirectories(options.output());
        ComparisonResults.tell(
                options.output(),
                json,
                ComparisonResults.markdown("Overload", table() + verdict(), setting()),
                List.of(Measurement.single(
                        "good answers during an overload",
                        overload.goodPerSecond(),
                        "/s",
                        "before it",
                        before.goodPerSecond())));
    }

    private String table() {
        StringBuilder table = new StringBuilder("""
            | | connections | good answers/s | without an optional part | late | refused/s | refusal p50, p99 ms | other | broken |
            |---|---|---|---|---|---|---|---|---|
            """);
        for (Phase phase : List.of(before, overload, after)) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %d | %d | %.0f | %.1f, %.1f | %d | %d |%n",
                    phase.name(),
                    phase.connections(),
                    phase.goodPerSecond(),
                    phase.incomplete(),
                    phase.late(),
                    phase.refusedPerSecond(),
                    phase.refusalP50Millis(),
                    phase.refusalP99Millis(),
                    phase.other(),
                    phase.broken()));
        }
        return table.toString();
    }

    private String verdict() {
        return String.format(
                Locale.ROOT,
                "%nOf the good answers before, %.1f %% were given during the overload (bar: %s) and %.1f %% from %d s"
                        + " after it (bar: %s).%n",
                duringPercent(),
                options.limitPercent().isPresent() ? options.limitPercent().getAsInt() + " %" : "none",
                afterPercent(),
                RECOVERY_SECONDS,
                options.limitPercent().isPresent() ? RECOVERED_PERCENT + " %" : "none");
    }

    private Map<String, String> setting() {
        Map<String, String> setting = new LinkedHashMap<>();
        setting.put("asked", options.target().toString());
        if (options.start()) {
            setting.put(
                    "backend",
                    options.capacity() + " requests at once, " + options.serviceMillis()
                            + " ms each: at most " + 1000 * options.capacity() / options.serviceMillis()
                            + " answers a second");
            setting.put("gateway", options.jar() == null ? "the classes of this build" : options.jar() + "");
        }
        setting.put("who is refused", options.heedRetryAfter() ? "asks again after Retry-After" : "asks again at once");
        setting.put("good", "200 within " + options.goodMillis() + " ms");
        setting.put("each phase", options.seconds() + " s");
        setting.putAll(Machine.describe());
        return setting;
    }
}
