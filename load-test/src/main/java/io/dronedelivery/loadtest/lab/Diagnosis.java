package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.lab.Telemetry.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in the article's words what the figures of a test mean, and what to do about it. */
final class Diagnosis {

    private static final double NEARLY_ALL = 0.85;

    private Diagnosis() {}

    static List<String> of(Measured measured) {
        List<String> lines = new ArrayList<>();
        Telemetry telemetry = measured.telemetry();
        Telemetry.Costs costs = telemetry.costs();
        if (telemetry.throttledCalls() > 0) {
            long beyond = telemetry.partitions().stream()
                    .filter(partition -> partition.highest() > partition.provisioned())
                    .count();
            lines.add(text(
                    "%d of %d partitions were asked for more than they have: up to %.0f of %.0f RU in a second, and %,d calls were"
                            + " refused with 429. The client waits before it tries again: raise the RU, or ask for less.",
                    beyond,
                    telemetry.partitions().size(),
                    telemetry.mostOnAPartition(),
                    telemetry.provisioned(),
                    telemetry.throttledCalls()));
        } else if (telemetry.mostOnAPartition() > 0.6 * telemetry.provisioned()) {
            lines.add(text(
                    "No call was refused, but a partition used %.0f of its %.0f RU in the busiest second: little headroom.",
                    telemetry.mostOnAPartition(), telemetry.provisioned()));
        } else {
            lines.add(text(
                    "No call was refused; plenty of headroom: at most %.0f of %.0f RU in a second.",
                    telemetry.mostOnAPartition(), telemetry.provisioned()));
        }
        lines.add(way(costs, measured));
        if (measured.cpu().maximumMachine() > NEARLY_ALL) {
            lines.add(text(
                    "The processors were busy to %.0f %% on average and to %.0f %% at most: the CPU is a limit, too.",
                    100 * measured.cpu().averageMachine(), 100 * measured.cpu().maximumMachine()));
        }
        return lines;
    }

    private static String way(Telemetry.Costs costs, Measured measured) {
        if (costs.callsPerOperation() < 1.5) {
            return text(
                    "Each operation is %.2f calls to one partition and costs %.2f RU.",
                    costs.callsPerOperation(), costs.chargePerOperation());
        }
        double average = measured.telemetry().operations().stream()
                .filter(operation -> operation.name().startsWith("cosmos"))
                .mapToDouble(Telemetry.Operation::average)
                .findFirst()
                .orElse(0);
        boolean inSeries =
                average > 0 && measured.telemetry().drone().average() > 0.8 * average * costs.callsPerOperation();
        String cost = text(
                "Each operation asks all partitions, %.1f calls and %.1f RU: no partition key in the query, choose another key.",
                costs.callsPerOperation(), costs.chargePerOperation());
        return inSeries ? "The queries are made in series: ask in parallel. " + cost : cost;
    }

    static double highestShare(List<Partition> partitions) {
        return partitions.stream()
                .mapToDouble(partition -> partition.highest() / partition.provisioned())
                .max()
                .orElse(0);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
