package io.dronedelivery.lab.accounts.replypool;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.accounts.common.StackProcess;
import io.dronedelivery.lab.accounts.replypool.PublishedLoad.Published;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolKind;
import io.dronedelivery.lab.accounts.replypool.ReplyPoolRun.ReplyPoolRound;
import io.dronedelivery.lab.accounts.workers.MathLoad;
import io.dronedelivery.lab.accounts.workers.WorkersApi;
import io.dronedelivery.lab.accounts.workers.WorkersApi.Pool;
import io.dronedelivery.lab.accounts.workers.WorkersStack;
import io.dronedelivery.lab.kit.load.LoadResult;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.lab.kit.report.Table;
import io.dronedelivery.loadtest.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the loads of each design: on processes with an empty pool and on some with a channel for each user. */
public final class ReplyPool extends Experiment<String, List<ReplyPoolRun>> {

    public static final String NAME = "reply-pool";

    /** Only there a channel costs something, as in the account. */
    static final String DEAR_CHANNELS = "servicebus";

    /** The launcher's option for what a channel costs there. */
    static final String ATTACH_LATENCY = "local.service-bus.attach-latency";

    /**
     * What the published figures come to: the longest request of the first run less that of the second, for each queue that was created, is
     * (3,063 - 101) / 10 = 296 ms and (42,163 - 894) / 100 = 413 ms.
     */
    private static final String TIME_OF_A_CHANNEL = "300ms";

    private static final List<String> DESIGNS = List.of(DEAR_CHANNELS, "postgres", "memory");

    /** {@code ab -n 100 -c 10} and {@code ab -n 1000 -c 100}. */
    private static final List<PublishedLoad> PUBLISHED = List.of(
            new PublishedLoad(
                    100,
                    10,
                    new Published(13.27, 753.675, 67, 1024, 2140, 3063, 3063),
                    new Published(177.94, 56.2, 49, 54, 73, 101, 101)),
            new PublishedLoad(
                    1000,
                    100,
                    new Published(null, null, 861, 938, 32_949, 41_071, 42_163),
                    new Published(null, null, 497, 540, 663, 816, 894)));

    private static final List<PublishedLoad> SMALL = List.of(new PublishedLoad(20, 4, null, null));

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
            "A JVM that is warm answers several times as many requests as a new one, and a load that needs all"
                    + " processors leaves none for its compiler. So \"Sized\" and \"Empty\" are compared on processes that"
                    + " have made the same 3,000 requests of one user, in several rounds whose order changes.",
            "A channel has one request at a time and is given back at once. So a run opens as many as it has requests"
                    + " at the same time, and a pool with a channel for each user leaves no cold request: \"Sized\" shows it.");

    /** As the published account's single microservice. */
    private static final int WORKERS = 1;

    private static final int PREFETCH = 1;
    private static final int MOST_CHANNELS = 256;

    /** Each design gets all of them. */
    private final List<PublishedLoad> loads;

    /** Requests before the runs of a process that is not to be cold. */
    private final int warmUp;

    private final int rounds;

    /** @throws IllegalArgumentException naming the setting that is wrong and what is expected */
    public ReplyPool(LabSettings lab, Settings settings) {
        super(
                NAME,
                lab.lasting(330, 510),
                INPUTS,
                lab,
                Experiment.chosen(DESIGNS, UnaryOperator.identity(), settings.text("lab.tests", "")),
                UnaryOperator.identity());
        loads = lab.judgesSpeed() ? PUBLISHED : SMALL;
        warmUp = lab.judgesSpeed() ? 3_000 : 20;
        rounds = lab.profile() == LabProfile.FULL ? 5 : lab.judgesSpeed() ? 3 : 1;
    }

    @Override
    protected List<ReplyPoolRun> run(String design, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        List<ReplyPoolRun> runs = new ArrayList<>();
        for (PublishedLoad load : loads) {
            cold(design, load, children, told, runs);
            Consumer<List<ReplyPoolRun>> keep = warm ->
                    keep(design, Stream.concat(runs.stream(), warm.stream()).toList());
            keep.accept(List.of());
            runs.addAll(warm(design, load, keep, children, told));
        }
        return runs;
    }

    /** On a new process with an empty pool: adds the first load and those of its repetitions that count. */
    private void cold(
            String design, PublishedLoad load, Children children, Progress.OfTest told, List<ReplyPoolRun> runs)
            throws IOException, InterruptedException {
        try (Running stack = start(design, 0, "cold-" + load.users(), children, told)) {
            ReplyPoolRound first = stack.load(ReplyPoolKind.COLD, load, 1);
            List<ReplyPoolRound> again =
                    QuietLoads.until(load.users(), number -> stack.load(ReplyPoolKind.AGAIN, load, number));
            runs.add(new ReplyPoolRun(design, ReplyPoolKind.COLD, load, List.of(first), stack.options()));
            runs.add(new ReplyPoolRun(design, ReplyPoolKind.AGAIN, load, again, stack.options()));
        }
    }

    /**
     * On pools with a channel for each user and on pools with one channel. Each round is a new process, since its first load alone finds the pool so. All
     * processes have made the same requests before, and the order of the two kinds changes from round to round: otherwise one of them would
     * meet a JVM that has compiled more.
     */
    private List<ReplyPoolRun> warm(
            String design,
            PublishedLoad load,
            Consumer<List<ReplyPoolRun>> keep,
            Children children,
            Progress.OfTest told)
            throws IOException, InterruptedException {
        Map<ReplyPoolKind, ReplyPoolRun> runs = new EnumMap<>(ReplyPoolKind.class);
        for (int round = 1; round <= rounds; round++) {
            List<ReplyPoolKind> kinds = new ArrayList<>(List.of(ReplyPoolKind.SIZED, ReplyPoolKind.EMPTY));
            if (round % 2 == 0) {
                Collections.reverse(kinds);
            }
            for (ReplyPoolKind kind : kinds) {
                int atTheStart = kind == ReplyPoolKind.SIZED ? load.users() : 0;
                String log = "%s-%d-%d".formatted(kind.title().toLowerCase(Locale.ROOT), load.users(), round);
                try (Running stack = start(design, atTheStart, log, children, told)) {
                    // By one user, who needs one channel: a load that starves the compiler would not warm up.
                    stack.warmUp(warmUp);
                    ReplyPoolRound made = stack.load(kind, load, 1);
                    runs.merge(
                            kind,
                            new ReplyPoolRun(design, kind, load, List.of(made), stack.options()),
                            ReplyPoolRun::and);
                    keep.accept(List.copyOf(runs.values()));
                }
            }
        }
        return List.copyOf(runs.values());
    }

    private Running start(String design, int minChannels, String log, Children children, Progress.OfTest told)
            throws IOException, InterruptedException {
        Map<String, String> options =
                WorkersStack.options(design, minChannels, MOST_CHANNELS, WORKERS, PREFETCH, Duration.ZERO);
        if (design.equals(DEAR_CHANNELS)) {
            options.put(ATTACH_LATENCY, TIME_OF_A_CHANNEL);
        }
        // One of them needs a channel.
        options.put("local.first-calls", "off");
        told.say("%s, %d reply channels at the start".formatted(design, minChannels));
        StackProcess stack = StackProcess.start(children, lab, options, log(design + "-" + log));
        try {
            stack.awaitReady();
            WorkersApi workers = new WorkersApi(stack.management("invoice-service"));
            workers.awaitReady();
            return new Running(design, options, stack, workers, told);
        } catch (IOException | InterruptedException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private record Running(
            String design, Map<String, String> options, StackProcess stack, WorkersApi workers, Progress.OfTest told)
            implements AutoCloseable {

        ReplyPoolRound load(ReplyPoolKind kind, PublishedLoad load, int attempt)
                throws IOException, InterruptedException {
            Pool before = workers.status().requests().pool();
            LoadResult result = calls(load.users())
                    .run(
                            load.requests(),
                            over -> told.bar((double) over / load.requests(), kind.title() + ", " + load.users()));
            Pool after = workers.status().requests().pool();
            return new ReplyPoolRound(
                    attempt,
                    before.created(),
                    after.created() - before.created(),
                    after.cold() - before.cold(),
                    result);
        }

        void warmUp(int requests) throws IOException, InterruptedException {
            told.say("%,d requests to warm up".formatted(requests));
            calls(1).run(requests, over -> {});
        }

        private MathLoad calls(int users) throws IOException {
            return new MathLoad(stack.url("gateway"), stack.management("gateway"), users);
        }

        @Override
        public void close() {
            stack.close();
        }
    }

    @Override
    protected List<Check> checks(List<List<ReplyPoolRun>> runs) {
        return ReplyPoolChecks.of(all(runs), lab.judgesSpeed());
    }

    @Override
    protected Stream<Map<String, Object>> json(List<ReplyPoolRun> runs) {
        return runs.stream().map(run -> json(run, runs));
    }

    private static Map<String, Object> json(ReplyPoolRun run, List<ReplyPoolRun> all) {
        Map<String, Object> measured = new LinkedHashMap<>();
        measured.put("channels", run.channels());
        measured.put("created", run.created());
        measured.put("cold", run.cold());
        measured.put("rounds", run.rounds().stream().map(ReplyPoolRound::result).toList());
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
                        run.options().getOrDefault(ATTACH_LATENCY, "none")));
        json.put("measured", measured);
        PoolWorth.ofAll(all).stream().filter(worth -> worth.sized() == run).forEach(worth -> {
            json.put("worth", worth.text());
            json.put("difference", worth.difference());
        });
        json.put("published", published == null ? Map.of() : published);
        return json;
    }

    @Override
    protected String tables(List<List<ReplyPoolRun>> runs) {
        List<ReplyPoolRun> all = all(runs);
        return "Each cell: measured here / published, where something was published. Times in milliseconds. Of several"
                + " rounds the median, with the lowest and the highest.\n\n"
                + Table.of(all)
                        .column("run", ReplyPoolRun::name)
                        .column("", run -> run.kind().change())
                        .column("rounds", run -> run.rounds().size())
                        .column("requests of each", run -> run.load().requests())
                        .column("channels before, opened", run -> run.channels() + ", " + run.created())
                        .column("cold requests", ReplyPoolRun::cold)
                        .column("1/s", "%s", run -> run.of(LoadResult::rate), run -> run.original(Published::rate))
                        .column("average", "%s", run -> run.average(), run -> run.original(Published::average))
                        .column("50 %", "%s", run -> run.percentile(50), run -> run.original(Published::p50))
                        .column("66 %", "%s", run -> run.percentile(66), run -> run.original(Published::p66))
                        .column("90 %", "%s", run -> run.percentile(90), run -> run.original(Published::p90))
                        .column("99 %", "%s", run -> run.percentile(99), run -> run.original(Published::p99))
                        .column(
                                "longest",
                                "%s",
                                run -> run.of(LoadResult::max),
                                run -> run.original(Published::longest))
                + PoolWorth.ofAll(all).stream()
                        .map(worth -> "\n" + worth.text() + "\n")
                        .collect(Collectors.joining());
    }

    private static List<ReplyPoolRun> all(List<List<ReplyPoolRun>> runs) {
        return runs.stream().flatMap(List::stream).toList();
    }
}
