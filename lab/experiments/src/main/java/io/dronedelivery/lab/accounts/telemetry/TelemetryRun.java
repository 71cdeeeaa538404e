package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Folders;
import io.dronedelivery.lab.kit.report.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One test: starts the parts, sends, does what the test is about meanwhile, waits for the archive and reads it back. */
final class TelemetryRun {

    private static final Duration LONGEST_END = Duration.ofSeconds(90);
    private static final Duration LONGEST_CATCHING_UP = Duration.ofMinutes(10);
    private static final Duration AWAY = Duration.ofSeconds(4);
    private static final Duration LONGEST_ARRIVAL = Duration.ofSeconds(20);
    private static final Duration LONGEST_DEPARTURE = Duration.ofSeconds(15);
    private static final Duration LONGEST_BREAKING_OFF = Duration.ofSeconds(30);
    private static final double BATCHES_ABOVE = 20_000;
    private static final int BATCH_LINGER_MS = 5;
    private static final int ONE_AT_A_TIME = 2_000;

    private final TelemetrySettings settings;
    private final Children children;
    private final TelemetryTest test;
    private final Progress.OfTest told;
    private final Watch watch = new Watch();
    private RateSearch search = new RateSearch(0);
    private @Nullable StockTools stock;
    private @Nullable String drained;
    private long receivedByOther;
    private double away;

    TelemetryRun(TelemetrySettings settings, Children children, TelemetryTest test, Progress.OfTest told) {
        this.settings = settings;
        this.children = children;
        this.test = test;
        this.told = told;
    }

    TelemetryLab.TelemetryLabRun run() throws IOException, InterruptedException {
        told.say(test.name() + ": " + test.change());
        Folders.delete(settings.archives().resolve(test.id()));
        try (TelemetryCluster cluster = TelemetryCluster.start(children, settings, test)) {
            double rate = test.perSecond() * settings.times().share();
            if (test.kind() == TelemetryTestKind.STEADY) {
                stock = stock(cluster, rate);
            }
            TelemetryCluster.Member first = cluster.addMember("drone-service");
            watch.add(first.api());
            told.say("the drone service is up");
            if (test.looksForMost()) {
                rate = searchFrom(rate, cluster, first);
            }
            TelemetryFigures observed = send(
                    cluster, first, "run" + test.id(), rate, settings.times().whole());
            return new TelemetryLab.TelemetryLabRun(test, rate, observed);
        } finally {
            Folders.delete(settings.archives().resolve(test.id()));
        }
    }

    private StockTools stock(TelemetryCluster cluster, double rate) throws IOException, InterruptedException {
        int linger = rate > BATCHES_ABOVE ? BATCH_LINGER_MS : 0;
        told.say("Kafka's own tools at %,.0f a second".formatted(rate));
        StockTools tools = StockTools.run(children, settings, cluster.address(), rate, linger);
        return rate > BATCHES_ABOVE
                ? tools
                : tools.withOneAtATime(children, settings, cluster.address(), Math.max(200, (int)
                        (ONE_AT_A_TIME * settings.times().share())));
    }

    private double searchFrom(double from, TelemetryCluster cluster, TelemetryCluster.Member first)
            throws IOException, InterruptedException {
        search = new RateSearch(from);
        Duration whole = settings.times().warmUp().plus(settings.times().step());
        for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
            double rate = next.getAsDouble();
            String run = "step" + (search.steps().size() + 1);
            TelemetryFigures observed = send(cluster, first, run, rate, whole);
            TelemetryStep made = RateSearch.step(rate, observed);
            search = search.with(made);
            told.say("%,.0f a second: %s".formatted(rate, made.held() ? "held" : "not held"));
            if (!made.held()) {
                // What is left of this rate would be before the messages of the next one.
                awaitArchive(cluster, run, observed.acknowledged(), LONGEST_CATCHING_UP);
            }
            // It has been read; those of all steps together may be more than there is room for.
            ArchiveAudit.delete(cluster.archive());
        }
        return search.found();
    }

    private TelemetryFigures send(
            TelemetryCluster cluster, TelemetryCluster.Member first, String run, double rate, Duration whole)
            throws IOException, InterruptedException {
        Duration warmUp = settings.times().warmUp();
        watch.begin();
        try (Simulator simulator = Simulator.start(
                        children,
                        settings,
                        cluster,
                        test.isKafka(),
                        run,
                        rate,
                        warmUp,
                        whole,
                        settings.output().resolve("logs").resolve(test.id() + "-" + run + "-simulator.log"));
                TurnOfEvents events = new TurnOfEvents(cluster, whole)) {
            boolean warm = false;
            while (simulator.isRunning()) {
                int second = simulator.seconds().size();
                if (!warm && second >= warmUp.toSeconds()) {
                    warm = true;
                    first.api().reset();
                }
                if (second > 0) {
                    events.at(second);
                    watch.look(second);
                }
                told.bar(
                        (double) second / Math.max(1, whole.toSeconds()),
                        "%,d received, %,d not yet archived"
                                .formatted(watch.counts().received(), Math.max(0, watch.lag())));
                TimeUnit.MILLISECONDS.sleep(1_000 - System.currentTimeMillis() % 1_000);
            }
            events.end();
            if (simulator.report().isEmpty()) {
                throw new IllegalStateException("The simulator gave no report: " + simulator.trouble());
            }
            JsonNode report = simulator.report().get();
            long lag = awaitArchive(cluster, run, report.path("acknowledged").asLong(), LONGEST_END);
            return new TelemetryFigures(
                    simulator.exitCode(),
                    report,
                    first.api().status().path("legs"),
                    watch.seconds(simulator.seconds()),
                    ArchiveAudit.of(cluster.archive(), run),
                    watch.counts(),
                    lag,
                    watch.mostMembers(),
                    watch.members(),
                    receivedByOther,
                    drained,
                    away,
                    stock,
                    search);
        }
    }

    /** Until everything is in the archive, or for as long as anybody would wait; returns what the broker still has. */
    private long awaitArchive(TelemetryCluster cluster, String run, long messages, Duration patience)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        do {
            watch.tryRead();
            told.bar(1, "%,d not yet archived".formatted(Math.max(0, watch.lag())));
            if (watch.lag() == 0
                    || !test.isKafka()
                            && ArchiveAudit.of(cluster.archive(), run).messages() >= messages) {
                return 0;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        } while (System.nanoTime() < deadline);
        return watch.lag();
    }

    /** What happens while messages are sent, from a third of the time on, on a thread of its own. */
    private final class TurnOfEvents implements AutoCloseable {

        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final TelemetryCluster cluster;
        private final long whole;
        private final long third;
        private volatile long now;
        private volatile boolean over;
        private @Nullable Future<?> events;

        TurnOfEvents(TelemetryCluster cluster, Duration whole) {
            this.cluster = cluster;
            this.whole = whole.toSeconds();
            this.third = Math.max(1, this.whole / 3);
        }

        /** Begins what is due. @param second of the run */
        void at(int second) throws InterruptedException {
            now = second;
            if (events == null && second >= third) {
                events = thread.submit(() -> {
                    happen();
                    return true;
                });
            } else if (events != null && events.isDone()) {
                settle();
            }
        }

        /** Waits for what was begun; a member that has not gone yet goes now. */
        void end() throws InterruptedException {
            over = true;
            settle();
        }

        private void settle() throws InterruptedException {
            try {
                if (events != null) {
                    events.get();
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException(test.name() + ": " + e.getCause(), e);
            }
        }

        private void happen() throws IOException, InterruptedException {
            if (test.kind() == TelemetryTestKind.OUTAGE) {
                outage();
            } else if (test.kind() == TelemetryTestKind.MEMBERS) {
                TelemetryCluster.Member second = arrive();
                long leaves = now + Math.min(third, (whole - now) / 2);
                while (!over && now < leaves) {
                    TimeUnit.MILLISECONDS.sleep(200);
                }
                depart(second);
            }
        }

        private void outage() throws IOException, InterruptedException {
            told.say("the broker is stopped");
            long since = System.nanoTime();
            cluster.stopBroker();
            TimeUnit.MILLISECONDS.sleep(AWAY.toMillis());
            cluster.startBrokerAgain();
            away = (System.nanoTime() - since) / 1e9;
            told.say("the broker is back after %.1f s".formatted(away));
        }

        private TelemetryCluster.Member arrive() throws IOException, InterruptedException {
            told.say("a second drone service is started");
            TelemetryCluster.Member member = cluster.addMember("drone-service-2");
            watch.add(member.api());
            // It is up before it is a member; when it gets nothing in time, that is what the test has found.
            long deadline = System.nanoTime() + LONGEST_ARRIVAL.toNanos();
            while (member.api().received() == 0 && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            return member;
        }

        private void depart(TelemetryCluster.Member member) throws IOException, InterruptedException {
            drained = member.api().drain().path("status").asString("no status");
            told.say("the second drone service says: " + drained);
            JsonNode last = member.api().status();
            receivedByOther = last.path("received").asLong();
            watch.remove(member.api(), last);
            member.part().close();
            long deadline = System.nanoTime() + LONGEST_DEPARTURE.toNanos();
            do {
                watch.tryRead();
                TimeUnit.MILLISECONDS.sleep(200);
            } while (watch.members() > 1 && System.nanoTime() < deadline);
        }

        /** Breaks off what is under way, and waits for that: what it has started by then is ended with the cluster. */
        @Override
        public void close() {
            thread.shutdownNow();
            try {
                thread.awaitTermination(LONGEST_BREAKING_OFF.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
