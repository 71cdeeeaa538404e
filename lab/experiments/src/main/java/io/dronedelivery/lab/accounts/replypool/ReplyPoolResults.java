package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Findings;
import io.dronedelivery.lab.kit.report.Results;
import io.dronedelivery.lab.kit.report.Tests;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the experiment leaves behind. */
final class ReplyPoolResults {

    private static final List<String> INPUTS = List.of(
            "The loads are the published ones: ab -n 100 -c 10 and ab -n 1000 -c 100. One worker does the jobs, one at"
                    + " a time, as the published account's single instance did; doubling takes it no time.",
            "Where the account's pool creates a queue of RabbitMQ for each channel, Service Bus accepts a session of a"
                    + " queue that exists. Over a network that takes a link to attach, tens to hundreds of milliseconds;"
                    + " the local broker is on the same machine and would do it in a few. So it is told to take 300 ms for"
                    + " each link (local.service-bus.attach-latency). The account gives no such figure, but its own come"
                    + " to it: with 10 users the longest request took 3,063 ms in the first run and 101 ms in the second,"
                    + " with 100 users 42,163 ms and 894 ms, and that many queues were created, which is 296 ms and 413 ms"
                    + " for each.",
            "In the account channels were opened one after the other, so later requests waited for the earlier ones'"
                    + " channels, too. Here they are opened at the same time: each user waits once, in its first request,"
                    + " which is a tenth of all. So it is the slowest tenth of a run that shows what a channel costs, and"
                    + " \"Empty\" shows that alone; in \"Cold\", as in the account's first runs, the process is new as"
                    + " well. In PostgreSQL and in memory a channel costs nothing.",
            "The launcher does not make the calls with which it otherwise tries a stack (local.first-calls=off),"
                    + " because one of them opens a channel: the first request of \"Cold\" finds none, and a process that"
                    + " has answered nothing.",
            "The smallest pool is the most channels that a cold run has opened. A channel has one request at a time"
                    + " and is given back at once, so a run opens as many as it has requests at the same time; \"Sized\""
                    + " shows that as many leave no cold request.");

    private ReplyPoolResults() {}

    /** Writes all of it; returns the checks. */
    static List<Check> write(ReplyPoolSettings settings, List<ReplyPoolRun> runs, Tests tests) throws IOException {
        List<Check> checks = ReplyPoolChecks.of(runs, settings.lab().profile().judgesSpeed());
        return Results.write(
                new Findings(
                        ReplyPool.NAME,
                        ReplyPoolResults.class,
                        settings.lab().profile().text(),
                        INPUTS,
                        tests,
                        runs.stream().map(ReplyPoolResults::json).toList(),
                        checks,
                        ReplyPoolTable.of(runs)),
                settings.lab().output());
    }

    private static Map<String, Object> json(ReplyPoolRun run) {
        Map<String, Object> measured = new LinkedHashMap<>();
        measured.put("channels", run.channels());
        measured.put("created", run.created());
        measured.put("cold", run.cold());
        measured.put("load", run.result());
        measured.put("ceiling", run.ceiling());
        Published published = run.kind().published(run.load());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", run.name());
        json.put("design", run.design());
        json.put("kind", run.kind().title());
        json.put("change", run.kind().change());
        json.put("settings", run.options());
        json.put(
                "modelled",
                Map.of(
                        "requests",
                        run.load().requests(),
                        "users",
                        run.load().users(),
                        "attachLatency",
                        run.options().getOrDefault(ReplyPoolSettings.ATTACH_LATENCY, "none")));
        json.put("measured", measured);
        json.put("published", published == null ? Map.of() : published);
        return json;
    }
}
