package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.kit.report.Checks.text;

import java.util.ArrayList;
import java.util.List;

/** Explains the figures of a test in the article's terms, and what to change next. */
final class Diagnosis {

    private static final double NEARLY_ALL = 0.85;
    private static final double FEW_CALLS = 1.5;

    private Diagnosis() {}

    /** @param cpuAtTheEnd share of the processors that were busy with all users there */
    static List<String> of(StackTelemetry telemetry, double cpuAtTheEnd) {
        List<String> lines = new ArrayList<>();
        StackTelemetry.Costs costs = telemetry.costs();
        if (telemetry.throttledCalls() > 0) {
            long beyond = telemetry.partitions().stream()
                    .filter(partition -> partition.highest() > partition.provisioned())
                    .count();
            lines.add(text(
                    "%d of %d partitions were asked for more than they have: up to %.0f of %.0f RU in a second, and"
                            + " %,d calls were refused with 429. The client waits before it tries again: raise the RU, or"
                            + " ask for less.",
                    beyond,
                    telemetry.partitions().size(),
                    telemetry.mostOnAPartition(),
                    telemetry.provisioned(),
                    telemetry.throttledCalls()));
        } else if (telemetry.mostOnAPartition() > 0.6 * telemetry.provisioned()) {
            lines.add(text(
                    "No call was refused, but a partition used %.0f of its %.0f RU in the busiest second: little"
                            + " headroom.",
                    telemetry.mostOnAPartition(), telemetry.provisioned()));
        } else {
            lines.add(text(
                    "No call was refused; plenty of headroom: at most %.0f of %.0f RU in a second.",
                    telemetry.mostOnAPartition(), telemetry.provisioned()));
        }
        lines.add(way(telemetry));
        boolean busy = cpuAtTheEnd > NEARLY_ALL;
        if (busy) {
            lines.add(text(
                    "With all users the processors were busy to %.0f %%: the CPU is a limit, too.", 100 * cpuAtTheEnd));
        } else if (telemetry.throttledCalls() == 0 && costs.callsPerOperation() < FEW_CALLS) {
            lines.add("Neither RU nor CPU is the limit: users wait for the database and pause. More users, or less of"
                    + " both, come next.");
        }
        return lines;
    }

    private static String way(StackTelemetry telemetry) {
        StackTelemetry.Costs costs = telemetry.costs();
        if (costs.callsPerOperation() < FEW_CALLS) {
            return text(
                    "Each operation is %.2f calls to one partition and costs %.2f RU.",
                    costs.callsPerOperation(), costs.chargePerOperation());
        }
        double average = telemetry.operations().stream()
                .filter(operation -> operation.name().startsWith("Cosmos"))
                .mapToDouble(StackTelemetry.TracedOperation::average)
                .findFirst()
                .orElse(0);
        boolean inSeries = average > 0 && telemetry.drone().average() > 0.8 * average * costs.callsPerOperation();
        String cost = text(
                "Each operation asks all partitions, %.1f calls and %.1f RU: no partition key in the query, choose"
                        + " another key.",
                costs.callsPerOperation(), costs.chargePerOperation());
        return inSeries ? "The queries are made in series: ask in parallel. " + cost : cost;
    }
}
