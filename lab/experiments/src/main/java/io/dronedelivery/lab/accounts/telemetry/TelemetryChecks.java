package io.dronedelivery.lab.accounts.telemetry;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import io.dronedelivery.lab.accounts.telemetry.TelemetryLab.TelemetryLabRun;
import io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

final class TelemetryChecks {

    private static final double WITHIN_1_MS = 0.996;
    private static final double P99_MICROS = 10_000;
    private static final double HELD = 0.98;

    /** The legs are begun anew up to a few seconds after the warm-up. */
    private static final double TIMED = 0.5;

    private static final String DRAINED = "drained";

    private final Checks checks;

    private TelemetryChecks(boolean judgesSpeed) {
        checks = new Checks(judgesSpeed);
    }

    static List<Check> of(List<TelemetryLabRun> runs, boolean judgesSpeed) {
        TelemetryChecks made = new TelemetryChecks(judgesSpeed);
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
        ArchiveAudit audit = observed.audit();
        checks.add(
                name + ": every message that was acknowledged is in the archive",
                observed.lost() == 0 && audit.messages() <= observed.sent(),
                text(
                        "%,d sent, %,d acknowledged, %,d archived, %,d missing",
                        observed.sent(), observed.acknowledged(), audit.messages(), audit.missing()));
        if (kind != TelemetryTestKind.OUTAGE) {
            // Otherwise one that failed and is in the archive all the same would count for one that is lost.
            checks.add(name + ": no message failed", observed.isWhole(), whole(observed));
            checks.add(
                    name + ": and is there once", audit.repeated() == 0, text("%,d more than once", audit.repeated()));
        }
    }

    private static String whole(TelemetryFigures observed) {
        return text(
                "%,d of %,d acknowledged; the simulator ended with %d",
                observed.acknowledged(), observed.sent(), observed.exitCode());
    }

    /** A message that is rejected is in the archive and has no time: of nothing but such messages every percentile is zero. */
    private void times(String name, TelemetryFigures observed) {
        checks.add(name + ": no message is rejected", observed.rejected() == 0, text("%,d", observed.rejected()));
        // How many are timed in a build is a matter of when a busy machine comes to look.
        double least = checks.judgesSpeed() ? TIMED * observed.acknowledgedAfterWarmUp() : 0;
        checks.add(
                name + ": the times are those of the messages after the warm-up",
                observed.timed() > 0 && observed.timed() >= least,
                text("%,d timed, %,d acknowledged", observed.timed(), observed.acknowledgedAfterWarmUp()));
    }

    private void members(TelemetryFigures observed) {
        checks.add(
                "Members: two share the work, and one is left",
                observed.mostMembers() == 2
                        && observed.receivedByOther() > 0
                        && observed.receivedByOther() < observed.received()
                        && observed.membersLeft() == 1,
                text(
                        "%d at most, %d at the end; the one that goes received %,d of %,d",
                        observed.mostMembers(),
                        observed.membersLeft(),
                        observed.receivedByOther(),
                        observed.received()));
        checks.add(
                "Members: the one that goes is drained by its API",
                DRAINED.equals(observed.drained()),
                String.valueOf(observed.drained()));
    }

    private void outage(TelemetryFigures observed) {
        checks.add(
                "Outage: no message is given up while the broker is away",
                observed.away() > 0 && observed.isWhole(),
                text("away for %.1f s; ", observed.away()) + whole(observed));
    }

    /** How much is a finding, not a promise; but it must be one. */
    private void most(TelemetryLabRun run) {
        RateSearch search = run.observed().search();
        TelemetryStep again = RateSearch.step(run.perSecond(), run.observed());
        checks.ofSpeed(
                run.test().name() + ": a rate is held, and when it is measured again, too",
                search.isHeld() && again.held(),
                text(
                        "%s%,.0f a second after %d steps; then %,.0f a second acknowledged, p99 %.1f ms, %,d not archived"
                                + " in time",
                        search.isOpen() ? "at least " : "",
                        run.perSecond(),
                        search.steps().size(),
                        again.acknowledgedPerSecond(),
                        again.p99Ms(),
                        again.lag()));
    }

    private void speed(TelemetryLabRun run) {
        TelemetryFigures observed = run.observed();
        String name = run.test().name();
        checks.ofSpeed(
                name + ": the rate is held",
                observed.acknowledgedPerSecond() >= HELD * run.perSecond(),
                text("%,.0f a second", observed.acknowledgedPerSecond()) + beside(observed));
        if (run.test().perSecond() == TelemetryTest.ONE_BROKER) {
            checks.ofSpeed(
                    name + ": 99.6 % are received within 1 ms",
                    observed.leg("received", "within1ms") >= WITHIN_1_MS,
                    text("%.2f %%", observed.leg("received", "within1ms") * 100) + beside(observed));
        }
        if (run.test().perSecond() <= TelemetryTest.ONE_BROKER) {
            checks.ofSpeed(
                    name + ": p99 below 10 ms",
                    observed.leg("received", "p99") < P99_MICROS,
                    text("%.2f ms", observed.leg("received", "p99") / 1_000) + beside(observed));
        }
    }

    /** Whether it is the machine; with how long a single record takes on it while nothing else is sent. */
    private static String beside(TelemetryFigures observed) {
        StockTools stock = observed.stock();
        String text = "";
        if (stock != null) {
            text = text(
                    "; ProducerPerformance alone: %,.0f a second, p99 %.0f ms to the acknowledgement",
                    stock.perSecond(), stock.p99Ms());
            if (stock.oneP99Ms() != null) {
                text += text("; EndToEndLatency alone, one record after another: p99 %.0f ms", stock.oneP99Ms());
            }
        }
        return observed.simulatorWasTheLimit() ? text + "; the simulator was the limit" : text;
    }
}
