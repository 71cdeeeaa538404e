package io.dronedelivery.lab.comparisons.overload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.ComparisonReport;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.load.AnswerCounts.Phase;
import io.dronedelivery.lab.kit.load.LoadTarget;
import io.dronedelivery.lab.kit.report.Table;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The three phases of {@link OverloadGoodput}, as a Markdown table and as JSON, and whether they keep the bars.
 *
 * @param after the overload; longer than {@link #RECOVERY_SECONDS}
 */
record OverloadReport(ComparisonReport about, OverloadOptions options, Phase before, Phase overload, Phase after) {

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

    static ComparisonReport about(OverloadOptions options, LoadTarget target) {
        ComparisonReport about = new ComparisonReport("Overload").setting("asked", target.toString());
        if (options.start()) {
            about.setting(
                            "backend",
                            options.capacity() + " requests at once, " + options.serviceMillis()
                                    + " ms each: at most " + 1000 * options.capacity() / options.serviceMillis()
                                    + " answers a second")
                    .gateway(options.jar(), options.gatewaySettings());
        }
        return about.setting(
                        "who is refused",
                        options.heedRetryAfter() ? "asks again after Retry-After" : "asks again at once")
                .setting("good", "200 within " + options.goodMillis() + " ms")
                .setting("each phase", options.seconds() + " s");
    }

    /** Writes and prints it. */
    void tell() throws IOException {
        List<Phase> phases = List.of(before, overload, after);
        about.figure("phases", phases).figure("duringPercent", duringPercent()).figure("afterPercent", afterPercent());
        String table = Table.of(phases)
                .column("", Phase::name)
                .column("connections", Phase::connections)
                .column("good answers/s", "%.1f", Phase::goodPerSecond)
                .column("without an optional part", Phase::incomplete)
                .column("late", Phase::late)
                .column("refused/s", "%.0f", Phase::refusedPerSecond)
                .column(
                        "refusal p50, p99 ms",
                        phase -> text("%.1f, %.1f", phase.refusalP50Millis(), phase.refusalP99Millis()))
                .column("other", Phase::other)
                .column("broken", Phase::broken)
                .toString();
        about.tell(
                options.output(),
                table + verdict(),
                List.of(Measurement.single(
                        "good answers during an overload",
                        overload.goodPerSecond(),
                        "/s",
                        "before it",
                        before.goodPerSecond())));
    }

    private String verdict() {
        boolean limited = options.limitPercent().isPresent();
        return text(
                "%nOf the good answers before, %.1f %% were given during the overload (bar: %s) and %.1f %% from %d s"
                        + " after it (bar: %s).%n",
                duringPercent(),
                limited ? options.limitPercent().getAsInt() + " %" : "none",
                afterPercent(),
                RECOVERY_SECONDS,
                limited ? RECOVERED_PERCENT + " %" : "none");
    }
}
