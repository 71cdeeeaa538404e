package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import io.dronedelivery.lab.accounts.telemetry.TelemetryLab.TelemetryLabRun;
import io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

/** What must hold. */
final class TelemetryChecks {

    private static final double WITHIN_1_MS = 0.996;
    private static final double P99_MICROS = 10_000;
    private static final double HELD = 0.98;

    /** The legs are begun anew up to a few seconds after the warm-up. */
    private static final double TIMED = 0.5;

    private static final String DRAINED = "drained";

    private final Checks checks = new Checks();
    private final boolean judgeSpeed;

    private TelemetryChecks(boolean judgeSpeed) {
        this.judgeSpeed = judgeSpeed;
    }

    /** @param judgeSpeed whether to make those checks, too, whose outcome depends on the machine's speed */
    static List<Check> of(List<TelemetryLabRun> runs, boolean judgeSpeed) {
        TelemetryChecks made = new TelemetryChecks(judgeSpeed);
        runs.forEach(made::add);
        return made.checks.all();
    }

    private void add(TelemetryLabRun run) {
        archive(run.test().name(), run.observed(), run.test().kind());
        times(run.test().name(), run.observed());
        switch (run.test().kind()) {
            case MEMBERS -> members(run.observed());
            case OUTAGE -> outage(run.observed());
            case STEADY -> speed(run);
            case MOST, SERVICE_BUS -> most(run);
        }
    }

    private void archive(String name, TelemetryFigures observed, TelemetryTestKind kind) {
        checks.add(
                name + ": every message that was acknowledged is in the archive",
                observed.lost() == 0 && observed.audit().messages() <= observed.sent(),
                "%,d sent, %,d acknowledged, %,d archived, %,d missing",
                observed.sent(),
                observed.acknowledged(),
                observed.audit().messages(),
                observed.audit().missing());
        if (kind != TelemetryTestKind.OUTAGE) {
            // Otherwise one that failed and is in the archive all the same would count for one that is lost.
            checks.add(
                    name + ": no message failed",
                    observed.isWhole(),
                    "%,d of %,d acknowledged; the simulator ended with %d",
                    observed.acknowledged(),
                    observed.sent(),
                    observed.exitCode());
            checks.add(
                    name + ": and is there once",
                    observed.audit().repeated() == 0,
                    "%,d more than once",
                    observed.audit().repeated());
        }
    }

    /** A message that is rejected is in the archive and has no time: of nothing but such messages every percentile is zero. */
    private void times(String name, TelemetryFigures observed) {
        checks.add(name + ": no message is rejected", observed.rejected() == 0, "%,d", observed.rejected());
        // How many are timed in a build is a matter of when a busy machine comes to look.
        double least = judgeSpeed ? TIMED * observed.acknowledgedAfterWarmUp() : 0;
        checks.add(
                name + ": the times are those of the messages after the warm-up",
                observed.timed() > 0 && observed.timed() >= least,
                "%,d timed, %,d acknowledged",
                observed.timed(),
                observed.acknowledgedAfterWarmUp());
    }

    private void members(TelemetryFigures observed) {
        checks.add(
                "Members: two share the work, and one is left",
                observed.mostMembers() == 2
                        && observed.receivedByOther() > 0
                        && observed.receivedByOther() < observed.received()
                        && observed.membersLeft() == 1,
                "%d at most, %d at the end; the one that goes received %,d of %,d",
                observed.mostMembers(),
                observed.membersLeft(),
                observed.receivedByOther(),
                observed.received());
        checks.add(
                "Members: the one that goes is drained by its API",
                DRAINED.equals(observed.drained()),
                "%s",
                String.valueOf(observed.drained()));
    }

    private void outage(TelemetryFigures observed) {
        checks.add(
                "Outage: no message is given up while the broker is away",
                observed.away() > 0 && observed.isWhole(),
                "away for %.1f s; %,d of %,d acknowledged; the simulator ended with %d",
                observed.away(),
                observed.acknowledged(),
                observed.sent(),
                observed.exitCode());
    }

    /** How much is a finding, not a promise; but it must be one. */
    private void most(TelemetryLabRun run) {
        if (judgeSpeed) {
            RateSearch search = run.observed().search();
            TelemetryStep again = RateSearch.step(run.perSecond(), run.observed());
            checks.add(
                    run.test().name() + ": a rate is held, and when it is measured again, too",
                    search.isHeld() && again.held(),
                    "%s%,.0f a second after %d steps; then %,.0f a second acknowledged, p99 %.1f ms, %,d not archived"
                            + " in time",
                    search.isOpen() ? "at least " : "",
                    run.perSecond(),
                    search.steps().size(),
                    again.acknowledgedPerSecond(),
                    again.p99Ms(),
                    again.lag());
        }
    }

    private void speed(TelemetryLabRun run) {
        if (!judgeSpeed) {
            return;
        }
        TelemetryFigures observed = run.observed();
        String name = run.test().name();
        checks.add(
                name + ": the rate is held",
                observed.acknowledgedPerSecond() >= HELD * run.perSecond(),
                "%,.0f a second%s",
                observed.acknowledgedPerSecond(),
                beside(observed));
        if (run.test().perSecond() == TelemetryTest.ONE_BROKER) {
            checks.add(
                    name + ": 99.6 % are received within 1 ms",
                    observed.leg("received", "within1ms") >= WITHIN_1_MS,
                    "%.2f %%%s",
                    observed.leg("received", "within1ms") * 100,
                    beside(observed));
        }
        if (run.test().perSecond() <= TelemetryTest.ONE_BROKER) {
            checks.add(
                    name + ": p99 below 10 ms",
                    observed.leg("received", "p99") < P99_MICROS,
                    "%.2f ms%s",
                    observed.leg("received", "p99") / 1_000,
                    beside(observed));
        }
    }

    /** How long a single record takes on this machine while nothing else is sent. */
    private static String oneAtATime(StockTools stock) {
        return stock.oneP99Ms() == null
                ? ""
                : Checks.text("; EndToEndLatency alone, one record after another: p99 %.0f ms", stock.oneP99Ms());
    }

    /** Whether it is the machine. */
    private static String beside(TelemetryFigures observed) {
        StockTools stock = observed.stock();
        String text = stock == null
                ? ""
                : Checks.text(
                                "; ProducerPerformance alone: %,.0f a second, p99 %.0f ms to the acknowledgement",
                                stock.perSecond(), stock.p99Ms())
                        + oneAtATime(stock);
        return observed.simulatorWasTheLimit() ? text + "; the simulator was the limit" : text;
    }
}
