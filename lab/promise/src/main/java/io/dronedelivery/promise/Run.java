package io.dronedelivery.promise;

import io.dronedelivery.lab.kit.report.Progress;
import io.dronedelivery.localstack.option.StackBroker;
import io.dronedelivery.promise.PromiseReport.Struck;
import io.dronedelivery.promise.cluster.KafkaBroker;
import io.dronedelivery.promise.cluster.TestCluster;
import io.dronedelivery.promise.fault.Fault;
import io.dronedelivery.promise.fault.Fault.StruckFault;
import io.dronedelivery.promise.fault.Scene;
import io.dronedelivery.promise.load.AuditRun;
import io.dronedelivery.promise.load.Ledger;
import io.dronedelivery.promise.load.LineAccount;
import io.dronedelivery.promise.load.OrderLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;

/** One cluster on one broker, everything that goes wrong in it, and the account at the end. */
final class Run {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int ORDERS_BEFORE_A_LOSS = 20;

    /** Of each delivery. */
    private static final double MOST_ANNOUNCEMENTS = 1.2;

    private static final String END = "the run comes to its end";
    private static final double SECONDS_BETWEEN_PAGES = 30;

    /** Takes what there is so far, for those who look at a page meanwhile or break the run off. */
    @FunctionalInterface
    interface Meanwhile {
        void take(PromiseReport report) throws IOException, InterruptedException;
    }

    private final PromiseSettings settings;
    private final StackBroker broker;
    private final Progress.OfTest told;
    private final Meanwhile meanwhile;
    private final Ledger ledger = new Ledger();
    private final List<Struck> struck = new ArrayList<>();
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private double writtenAt;

    Run(PromiseSettings settings, StackBroker broker, Progress.OfTest told, Meanwhile meanwhile) {
        this.settings = settings;
        this.broker = broker;
        this.told = told;
        this.meanwhile = meanwhile;
    }

    /** Runs to the end, or to what makes going on impossible, which is a check that fails. */
    PromiseReport toTheEnd() throws Exception {
        told.say("%s, seed %d (-Dpromise.seed=%2$d repeats the order of kills and deliveries)"
                .formatted(broker.label(), settings.seed()));
        long start = System.nanoTime();
        try (TestCluster cluster = TestCluster.start(settings.cluster(broker))) {
            told.say("%d processes are up after %.0f s"
                    .formatted(cluster.instances().size(), (System.nanoTime() - start) / 1e9));
            try (PromiseTimeline timeline = new PromiseTimeline(cluster, ledger);
                    OrderLoad load = OrderLoad.at(
                            cluster, ledger, settings.rate(), "promise-" + settings.seed(), settings.seed())) {
                Scene scene = new Scene(cluster, load, ledger, new Random(settings.seed()));
                try {
                    weather(scene, cluster, load, timeline);
                    scene.check(END, true, "after %.0f s", timeline.now());
                } catch (AssertionError | Exception failure) {
                    scene.check(END, false, "%s", failure);
                }
                return report(scene, timeline);
            }
        }
    }

    private void weather(Scene scene, TestCluster cluster, OrderLoad load, PromiseTimeline timeline) throws Exception {
        LineAccount account = new LineAccount(cluster, ledger);
        List<Fault> survived = Faults.survived(cluster, settings, new Random(settings.seed()));
        List<Fault> mended = Faults.mendedByAnAudit(cluster);
        int all = survived.size() + mended.size();
        for (Fault fault : survived) {
            strike(fault, scene, account, timeline, all);
        }
        cluster.awaitReady();
        load.settle();
        settle(account, scene, "what was answered with 202 is billed exactly once, and only poison is a dead letter");
        if (cluster.broker() instanceof KafkaBroker kafka) {
            announcements(kafka.announcements(), scene);
        }
        load.goOn();
        load.awaitSent(ORDERS_BEFORE_A_LOSS);
        for (Fault fault : mended) {
            strike(fault, scene, account, timeline, all);
        }
        load.settle();
        audit(cluster, scene);
        settle(account, scene, "after an audit that also holds of what PostgreSQL and an operator have lost");
    }

    private void announcements(long announced, Scene scene) {
        scene.check(
                "no trouble multiplies what is announced",
                announced <= MOST_ANNOUNCEMENTS * ledger.acceptedCount(),
                "%d announcements of %d deliveries",
                announced,
                ledger.acceptedCount());
    }

    private void strike(Fault fault, Scene scene, LineAccount account, PromiseTimeline timeline, int all)
            throws Exception {
        double second = timeline.now();
        StruckFault over = fault.strike(scene);
        int lines = account.lines();
        struck.add(
                new Struck(second, timeline.now() - second, over.kind(), over.what(), ledger.acceptedCount(), lines));
        told.say("%3d/%d %s; %d accepted, %d lines"
                .formatted(struck.size(), all, over.what(), ledger.acceptedCount(), lines));
        if (timeline.now() - writtenAt > SECONDS_BETWEEN_PAGES) {
            writtenAt = timeline.now();
            meanwhile.take(report(scene, timeline).unfinished(END));
        }
    }

    private PromiseReport report(Scene scene, PromiseTimeline timeline) {
        sums(timeline);
        return new PromiseReport(broker, List.copyOf(struck), timeline.columns(), Map.copyOf(figures), scene.checks());
    }

    private void settle(LineAccount account, Scene scene, String promise) throws Exception {
        try {
            Duration quiet = account.settle();
            figures.put("quiet", quiet.toMillis() / 1000.0);
            scene.check(
                    promise,
                    true,
                    "%d accepted, %d lines, quiet after %.1f s",
                    ledger.acceptedCount(),
                    account.lines(),
                    quiet.toMillis() / 1000.0);
        } catch (AssertionError broken) {
            scene.check(promise, false, "%s", String.valueOf(broken.getMessage()));
        }
    }

    /** One that has found what was lost, and then one that finds nothing missing. */
    private void audit(TestCluster cluster, Scene scene) {
        AuditRun first = AuditRun.run(cluster);
        scene.check("an audit finds what was lost", first.withoutLine() > 0 && first.sentAgain() > 0, "%s", first);
        figures.put("repaired", first.sentAgain());
        AuditRun last = Awaitility.await("an audit that finds nothing missing")
                .atMost(PATIENCE)
                .until(
                        () -> AuditRun.run(cluster),
                        audit -> audit.withoutLine() + audit.waiting() == 0
                                && audit.deliveries() >= ledger.acceptedCount());
        scene.check("the next one finds nothing missing", last.withoutLine() == 0, "%s", last);
    }

    private void sums(PromiseTimeline timeline) {
        figures.put("seconds", timeline.now());
        figures.put("orders", ledger.sentCount());
        figures.put("repeated", ledger.repeatedCount());
        figures.put("unknown", ledger.unknown().size());
        figures.put("accepted", ledger.acceptedCount());
        figures.put("failed", ledger.failures().size());
        figures.put("poison", ledger.poison().size());
        figures.put(
                "kills",
                struck.stream().filter(one -> one.kind().equals("kill")).count());
    }
}
