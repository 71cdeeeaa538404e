package io.dronedelivery.lab.accounts.dispatch;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.dispatch.DispatchAccount.DispatchAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import io.dronedelivery.lab.kit.report.Checks;
import java.util.List;

final class DispatchChecks {

    /** The original's average with the pool, milliseconds. */
    private static final long AVERAGE = 97;

    private static final int LEAST_PERCENT = 90;

    /** A connection is counted when the application knows of it, which is later than the gateway let it through. */
    private static final long COUNTED_LATE_SECONDS = 10;

    private static final String SETTING = "messaging.dispatch.sinks";

    private final DispatchModel model;
    private final Checks checks;

    private DispatchChecks(DispatchModel model, boolean judgesSpeed) {
        this.model = model;
        this.checks = new Checks(judgesSpeed);
    }

    static List<Check> of(List<DispatchAccountRun> runs, DispatchModel model, boolean judgesSpeed) {
        DispatchChecks made = new DispatchChecks(model, judgesSpeed);
        runs.forEach(made::add);
        return made.checks.all();
    }

    private void add(DispatchAccountRun run) {
        DispatchFigures observed = run.observed();
        if (run.test().isFullSpeed()) {
            fullSpeed(run.rates());
        } else if (observed == null) {
            refused(run);
        } else {
            every(run.test(), observed);
            if (run.test().name().equals(DispatchTest.BEFORE)) {
                before(observed);
            } else {
                after(run.test(), observed);
            }
        }
    }

    private void refused(DispatchAccountRun run) {
        String why = run.refusal();
        checks.add(
                run.test().name() + ": the application refuses to start and names the setting",
                why != null && why.contains(SETTING),
                why == null ? "it started" : why.contains(SETTING) ? SETTING : "another reason");
    }

    private void fullSpeed(List<FullSpeed.Rate> rates) {
        for (String sender : List.of(FullSpeed.DISPATCHER_SINGLE, FullSpeed.DISPATCHER)) {
            FullSpeed.Rate rate = rates.stream()
                    .filter(one -> one.name().equals(sender))
                    .findFirst()
                    .orElseThrow();
            checks.add(
                    "Full speed, " + rate.title() + ": messages are sent",
                    rate.messagesPerSecond() > 0,
                    text("%,.0f/s", rate.messagesPerSecond()));
            checks.ofSpeed(
                    "Full speed, " + rate.title() + ": at least " + LEAST_PERCENT + " % of the bare SDK's rate",
                    rate.percentOfBare() >= LEAST_PERCENT,
                    text("%.0f %%", rate.percentOfBare()));
        }
    }

    private void every(DispatchTest test, DispatchFigures observed) {
        long asked = test.perSecond() * observed.loadSeconds();
        checks.ofSpeed(
                test.name() + ": as many messages were offered as the test says",
                observed.offered() == asked,
                text("%,d of %,d", observed.offered(), asked));
        checks.add(
                test.name() + ": every message that was accepted was sent or counted as failed",
                observed.settled() && observed.written() + observed.errors() == observed.accepted(),
                text(
                        "%,d accepted, %,d written, %,d failed",
                        observed.accepted(), observed.written(), observed.errors()));
    }

    private void before(DispatchFigures observed) {
        long mostOpened = observed.mostOpenedWithin(model.windowSeconds() - COUNTED_LATE_SECONDS);
        checks.add("Before: messages fail", observed.errors() > 0, text("%,d", observed.errors()));
        checks.add(
                "Before: no more connections than the gateway lets through",
                mostOpened <= model.newConnections(),
                text(
                        "%,d of %,d within %d s, %,d in all",
                        mostOpened, model.newConnections(), model.windowSeconds(), observed.connectionsOpened()));
        checks.ofSpeed(
                "Before: the queue grows while messages come",
                observed.queueGrows(),
                text("%.0f at most", observed.mostQueued()));
    }

    private void after(DispatchTest test, DispatchFigures observed) {
        String name = test.name();
        checks.add(name + ": no message fails", observed.errors() == 0, text("%,d", observed.errors()));
        if (test.keptConnections() > 0) {
            checks.add(
                    text(
                            "%s: at most %d connections to the broker, at least %d of them kept",
                            name, DispatchTest.MOST_CONNECTIONS, test.keptConnections()),
                    observed.mostToBroker() <= DispatchTest.MOST_CONNECTIONS
                            && observed.fewestToBroker() >= test.keptConnections(),
                    text("%.0f to %.0f", observed.fewestToBroker(), observed.mostToBroker()));
        }
        checks.ofSpeed(
                name + ": below " + AVERAGE + " ms on average",
                observed.all().averageMs() < AVERAGE,
                text("%d ms", observed.all().averageMs()));
        checks.ofSpeed(name + ": nothing is refused", observed.refused() == 0, text("%,d", observed.refused()));
    }
}
