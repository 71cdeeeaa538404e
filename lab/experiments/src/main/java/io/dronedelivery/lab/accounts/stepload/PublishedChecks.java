package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.accounts.stepload.CheckList.charge;
import static io.dronedelivery.lab.kit.report.Checks.near;
import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.accounts.stepload.StepLoad.StepLoadAccountRun;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
import io.dronedelivery.lab.kit.report.Check;
import java.util.ArrayList;
import java.util.List;

/** How far a test may be from its original. */
final class PublishedChecks {

    private static final double COSTS = 0.05;
    private static final double THROUGHPUT = 0.20;

    private PublishedChecks() {}

    /**
     * Nothing for a test that has no original.
     *
     * @param judgeSpeed whether to compare the throughput, and the calls: what is refused, and a plan that is late, is asked for again
     */
    static List<Check> of(StepLoadAccountRun run, boolean judgeSpeed) {
        PublishedSteps published = run.test().published();
        if (published == null) {
            return List.of();
        }
        StepLoadFigures measured = run.measured();
        String name = run.test().name();
        StackTelemetry.Costs costs = measured.telemetry().costs();
        double calls = costs.callsPerOperation();
        double withPlan = calls + costs.planCallsPerOperation();
        List<Check> checks = new ArrayList<>();
        checks.add(new Check(
                name + ": RU an operation within 5 % of the original",
                near(charge(measured), published.chargePerOperation(), COSTS),
                text("%.2f, published %.2f", charge(measured), published.chargePerOperation())));
        if (judgeSpeed) {
            checks.add(new Check(
                    name + ": calls an operation within 5 % of the original",
                    // The original counted the call for the plan among them in one test and not in the other.
                    near(calls, published.callsPerOperation(), COSTS)
                            || near(withPlan, published.callsPerOperation(), COSTS),
                    text(
                            "%.2f and %.2f for the plan, published %.0f",
                            calls, costs.planCallsPerOperation(), published.callsPerOperation())));
            checks.add(new Check(
                    name + ": maximum of throughput within 20 % of the original",
                    near(measured.maximumThroughput(), published.maximumThroughput(), THROUGHPUT),
                    text("%.0f, published %.0f", measured.maximumThroughput(), published.maximumThroughput())));
        }
        return checks;
    }
}
