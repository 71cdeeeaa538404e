package io.dronedelivery.lab.accounts.scaleout;

import io.dronedelivery.lab.accounts.scaleout.ScaleOut.ScaleOutAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the experiment leaves behind. */
final class ScaleOutResults {

    private static final List<String> INPUTS = List.of(
            "A worker is busy with each number for a fixed time, in which it waits and computes nothing: it stands for"
                    + " the account's second of work, and is shorter so that one worker is done with the published 10,000"
                    + " requests in minutes. Without it two processors would be busy with the first few workers.",
            "The account asks for 10,000 requests by 10 users with 10 workers and gives no figures, but how the curve"
                    + " goes: up, then level, then down. It takes the number of workers at the end of the rise.",
            "The knee is the fewest workers whose rate is at least 90 % of the highest rate of the curve. No more"
                    + " requests are under way than there are users, so with 10 users it is 10 workers at most, unless a"
                    + " worker's job takes longer than its work: it has to fetch it and to send the reply.",
            "Short and long lock: the local Service Bus locks a job for 2 s and for 5 minutes, and gives it up after"
                    + " 10 deliveries, Azure's default. The SDK's buffer is enlarged to 4,096 messages; without that a"
                    + " prefetch of 3,000 is refused.");

    private ScaleOutResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(ScaleOutSettings settings, List<ScaleOutAccountRun> runs, Tests tests) throws IOException {
        List<Check> checks = ScaleOutChecks.of(
                runs, settings.times(), settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        ScaleOut.NAME,
                        ScaleOutResults.class,
                        settings.lab().profile().text(),
                        INPUTS,
                        tests,
                        runs.stream().map(run -> json(run, settings)).toList(),
                        checks,
                        ScaleOutTable.of(runs)),
                settings.lab().output());
    }

    private static Map<String, Object> json(ScaleOutAccountRun run, ScaleOutSettings settings) {
        ScaleOutTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", settings.stackOptions(test));
        json.put(
                "modelled",
                Map.of(
                        "users",
                        test.users(),
                        "prefetch",
                        test.prefetch(),
                        "workMs",
                        settings.work(test).toMillis()));
        json.put(
                "measured",
                Stream.of(run.curve(), run.following(), run.held())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
        json.put("recommended", recommended(run));
        json.put("published", Map.of());
        return json;
    }

    /** Settings to copy; absent where there is no curve. */
    static @Nullable List<String> recommended(ScaleOutAccountRun run) {
        Knee knee = run.curve() == null ? null : run.curve().knee();
        return knee == null
                ? null
                : List.of(
                        "invoice.pricing.workers.count=" + knee.at().workers(),
                        "invoice.pricing.workers.prefetch=" + run.test().prefetch(),
                        "invoice.pricing.pool.min=" + run.test().users());
    }
}
