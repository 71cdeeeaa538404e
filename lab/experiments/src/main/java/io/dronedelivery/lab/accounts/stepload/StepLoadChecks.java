package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.accounts.stepload.CheckList.charge;
import static io.dronedelivery.lab.kit.report.Checks.near;
import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.kit.report.Check;
import java.util.List;

/**
 * The checks of the step-load. Those made here hold on any machine, however slow it is; {@link SpeedChecks} and a part of
 * {@link PublishedChecks} hold where the load comes as fast as the profile says.
 */
final class StepLoadChecks {

    private static final double COSTS = 0.05;

    private final CheckList list;
    private final boolean judgeSpeed;

    private StepLoadChecks(CheckList list, boolean judgeSpeed) {
        this.list = list;
        this.judgeSpeed = judgeSpeed;
    }

    /** @param judgeSpeed whether to make those checks, too, whose outcome depends on the machine's speed */
    static List<Check> of(List<StepLoadAccountRun> runs, boolean judgeSpeed) {
        StepLoadChecks checks = new StepLoadChecks(new CheckList(runs), judgeSpeed);
        checks.addAll();
        return checks.list.checks();
    }

    private void addAll() {
        list.each(
                "No error reaches the client",
                run -> run.measured().failed() == 0,
                run -> text("%d", run.measured().failed()));
        for (String name : List.of("Test 2", "Test 3", "Test 4")) {
            list.one(name, "No 429 in " + name, m -> m.telemetry().throttledCalls() == 0, CheckList::throttled);
        }
        list.each(
                "Nothing of the telemetry was dropped: as many calls as drone-service counted",
                run -> near(
                        run.measured().telemetry().costs().dataCalls(),
                        run.measured().meters().dataCalls(),
                        run.uncertainty()),
                run -> text(
                        "%.0f of %.0f (±%.0f %%: told from %d %% of the traces)",
                        run.measured().telemetry().costs().dataCalls(),
                        run.measured().meters().dataCalls(),
                        100 * run.uncertainty(),
                        run.sampling()));
        calls();
        charges();
        if (judgeSpeed) {
            SpeedChecks.addTo(list);
        }
        for (String name : List.of("Test 2", "Test 4")) {
            shape(list, name);
        }
        for (StepLoadAccountRun run : list.runs()) {
            PublishedChecks.of(run, judgeSpeed).forEach(list::add);
        }
    }

    private void calls() {
        list.one(
                "Test 2",
                "9 calls an operation in Test 2",
                m -> near(m.telemetry().costs().callsPerOperation(), 9, 0.01),
                CheckList::calls);
        list.one(
                "Test 3",
                "About 9 calls an operation in Test 3",
                m -> near(m.telemetry().costs().callsPerOperation(), 9, 0.03),
                CheckList::calls);
        list.one(
                "Test 4",
                "Exactly 1 call an operation in Test 4",
                m -> near(m.telemetry().costs().callsPerOperation(), 1, 0.005),
                CheckList::calls);
    }

    private void charges() {
        StepLoadFigures first = list.measured("Test 1");
        StepLoadFigures second = list.measured("Test 2");
        StepLoadFigures third = list.measured("Test 3");
        StepLoadFigures fourth = list.measured("Test 4");
        if (first != null && second != null && third != null) {
            double of2 = charge(second);
            list.add(
                    "RU an operation equal in Tests 1 to 3",
                    near(charge(first), of2, COSTS) && near(charge(third), of2, COSTS),
                    text("%.2f, %.2f, %.2f", charge(first), of2, charge(third)));
        }
        if (third != null && fourth != null) {
            list.add(
                    "RU an operation in Test 4 at most a sixth of Test 3",
                    charge(fourth) <= charge(third) / 6,
                    text("%.2f of %.2f", charge(fourth), charge(third)));
        }
        list.one(
                "Test 5",
                "A point read costs 1 RU in Test 5",
                m -> near(charge(m), 1, COSTS),
                m -> text("%.2f", charge(m)));
    }

    /** Checks the transaction of a test, if one was kept. */
    static void shape(CheckList list, String test) {
        StepLoadFigures measured = list.measured(test);
        if (measured != null && measured.telemetry().transaction() != null) {
            Shape shape = Shape.of(measured.telemetry().transaction());
            list.add(
                    "The transaction of " + test + " shows " + Shape.EXPECTED.get(test),
                    shape.shows(test),
                    shape.text());
        }
    }
}
