package io.dronedelivery.lab.accounts.scaleout;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.scaleout.Curve.Knee;
import io.dronedelivery.lab.accounts.scaleout.Curve.Point;
import io.dronedelivery.lab.accounts.scaleout.FollowingRun.Following;
import io.dronedelivery.lab.accounts.workers.MathLoad;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.accounts.workers.WorkersApi.ScalingChange;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** More and more workers behind their queue. Each test has a stack of its own. */
public final class ScaleOut extends Experiment<ScaleOutTest, ScaleOut.ScaleOutAccountRun> {

    public static final String NAME = "scale-out";

    private static final String QUEUE = "servicebus";

    /** The emulator's and Azure's default. */
    private static final int DELIVERIES = 10;

    private static final Duration WORK_UNDER_LOCK = Duration.ofMillis(100);

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

    private final ScaleOutTimes times;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public ScaleOut(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(70, 420),
                INPUTS,
                lab,
                ScaleOutTest.chosen(settings.text("lab.tests", "")),
                ScaleOutTest::name);
        times = ScaleOutTimes.of(lab.profile());
    }

    /**
     * What became of jobs that a worker held.
     *
     * @param deadLetters jobs that the broker has given up
     * @param warned whether the application has warned of the settings at its start
     */
    record Held(long deadLetters, boolean warned, LoadResult load) {

        static final String WARNING = "Settings: invoice.pricing.workers.prefetch is ";
    }

    /** A test that was run; it has one of the three. */
    record ScaleOutAccountRun(
            ScaleOutTest test,
            @Nullable Curve curve,
            @Nullable Following following,
            @Nullable Held held) {}

    @Override
    protected ScaleOutAccountRun run(ScaleOutTest test, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Path log = log(test.id());
        try (StackProcess stack = StackProcess.start(children, lab, stackOptions(test), log, jvmArguments(test))) {
            stack.awaitReady();
            WorkersApi workers = new WorkersApi(stack.management("invoice-service"));
            workers.awaitReady();
            told.say("the stack is up");
            MathLoad load = new MathLoad(stack.url("gateway"), stack.management("gateway"), test.users());
            return switch (test.kind()) {
                case CURVE -> new ScaleOutAccountRun(test, new CurveRun(times, workers, load, told).run(), null, null);
                case AUTOSCALER ->
                    new ScaleOutAccountRun(test, null, new FollowingRun(times, workers, load, told).run(), null);
                case LOCKS -> new ScaleOutAccountRun(test, null, null, held(test, workers, load, log, told));
            };
        }
    }

    private static Held held(ScaleOutTest test, WorkersApi workers, MathLoad load, Path log, Progress.OfTest told)
            throws IOException, InterruptedException {
        boolean warned = Files.readString(log).contains(Held.WARNING + test.prefetch());
        told.say("%,d jobs at the same time, then a wait until no more of them are given up".formatted(test.users()));
        LoadResult result = load.run(test.users(), over -> {});
        return new Held(workers.awaitDeadLetters(), warned, result);
    }

    /** Options of the launcher, by name. */
    private Map<String, String> stackOptions(ScaleOutTest test) {
        Duration work = work(test);
        Map<String, String> options =
                WorkersStack.options(QUEUE, test.users(), 2 * test.users(), 1, test.prefetch(), work);
        String locks = "invoice.pricing.servicebus.";
        options.put(locks + "expected-handler-time", work.toMillis() + "ms");
        if (test.lock() != null) {
            options.put(locks + "lock-duration", test.lock().toSeconds() + "s");
            options.put("local.service-bus.job-locks", test.lock().toSeconds() + "s/" + DELIVERIES);
        }
        if (test.kind() == ScaleOutTest.ScaleOutKind.AUTOSCALER) {
            String autoscaler = "invoice.pricing.autoscaler.";
            options.put(autoscaler + "enabled", "true");
            options.put(autoscaler + "interval", times.interval().toMillis() + "ms");
            options.put(autoscaler + "max", Integer.toString(times.most()));
        }
        return options;
    }

    /** How long a worker is busy with a number. */
    private Duration work(ScaleOutTest test) {
        return test.kind() == ScaleOutTest.ScaleOutKind.LOCKS ? WORK_UNDER_LOCK : times.work();
    }

    private static String[] jvmArguments(ScaleOutTest test) {
        // Without it the application refuses to start: the SDK could not hold that many messages.
        return test.kind() == ScaleOutTest.ScaleOutKind.LOCKS
                ? new String[] {"-Dreactor.bufferSize.small=4096"}
                : new String[0];
    }

    @Override
    protected List<Check> checks(List<ScaleOutAccountRun> runs) {
        return ScaleOutChecks.of(runs, times.most(), lab.judgesSpeed());
    }

    @Override
    protected Stream<Map<String, Object>> json(ScaleOutAccountRun run) {
        ScaleOutTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put("settings", stackOptions(test));
        json.put(
                "modelled",
                Map.of(
                        "users",
                        test.users(),
                        "prefetch",
                        test.prefetch(),
                        "workMs",
                        work(test).toMillis()));
        json.put(
                "measured",
                Stream.of(run.curve(), run.following(), run.held())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
        json.put("recommended", recommended(run));
        json.put("published", Map.of());
        return Stream.of(json);
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

    @Override
    protected String tables(List<ScaleOutAccountRun> runs) {
        return Table.of(runs.stream().flatMap(ScaleOut::points).toList())
                        .column("test", point -> point.getKey().name())
                        .column("workers", point -> point.getValue().workers())
                        .column("1/s", "%,.0f", point -> point.getValue().rate())
                        .column(
                                "average (ms)",
                                "%,.1f",
                                point -> point.getValue().load().avg())
                        .column(
                                "50 %",
                                "%,.1f", point -> point.getValue().load().percentile(50))
                        .column(
                                "99 %",
                                "%,.1f", point -> point.getValue().load().percentile(99))
                        .column(
                                "longest",
                                "%,.1f",
                                point -> point.getValue().load().max())
                        .column(
                                "consumer utilisation (%)",
                                "%.0f", point -> 100 * point.getValue().utilisation())
                        .column(
                                "evenness (%)",
                                "%.0f", point -> 100 * point.getValue().evenness())
                + runs.stream().map(ScaleOut::conclusion).collect(Collectors.joining());
    }

    private static Stream<Map.Entry<ScaleOutTest, Point>> points(ScaleOutAccountRun run) {
        return run.curve() == null
                ? Stream.empty()
                : run.curve().points().stream().map(point -> Map.entry(run.test(), point));
    }

    private static String conclusion(ScaleOutAccountRun run) {
        StringBuilder text = new StringBuilder();
        List<String> recommended = recommended(run);
        if (run.curve() != null && recommended != null) {
            text.append(text(
                    "\n%s: `%s`. A trivial endpoint of the gateway: %,.0f/s.\n",
                    run.test().name(),
                    String.join(" ", recommended),
                    run.curve().ceiling().rate()));
        }
        if (run.held() != null) {
            text.append(text(
                    "\n%s (%s): %,d of %,d jobs end in the dead letters, %s at the start.\n",
                    run.test().name(),
                    run.test().change(),
                    run.held().deadLetters(),
                    run.held().load().requests(),
                    run.held().warned() ? "with a warning" : "without a warning"));
        }
        if (run.following() != null) {
            text.append("\n" + run.test().name() + ", the last changes first:\n\n");
            for (ScalingChange change : run.following().changes()) {
                text.append(text("- from %d to %d: %s\n", change.from(), change.to(), change.reason()));
            }
        }
        return text.toString();
    }

    /**
     * How much is asked for.
     *
     * @param workers their numbers, one after the other
     * @param requests at each number of workers
     * @param work how long a worker is busy with a number
     * @param autoscaled requests while the autoscaler adds workers
     */
    record ScaleOutTimes(
            List<Integer> workers, int requests, Duration work, int autoscaled, Duration interval, int most) {

        private static final List<Integer> PUBLISHED = List.of(1, 2, 5, 10, 15, 20, 30, 40, 60);

        static ScaleOutTimes of(LabProfile profile) {
            return switch (profile) {
                case FULL ->
                    new ScaleOutTimes(PUBLISHED, 10_000, Duration.ofMillis(20), 60_000, Duration.ofSeconds(5), 20);
                case SHORT ->
                    new ScaleOutTimes(PUBLISHED, 1_000, Duration.ofMillis(20), 12_000, Duration.ofSeconds(1), 20);
                case BUILD ->
                    new ScaleOutTimes(List.of(1, 2, 4), 60, Duration.ofMillis(10), 400, Duration.ofMillis(200), 4);
            };
        }
    }
}
