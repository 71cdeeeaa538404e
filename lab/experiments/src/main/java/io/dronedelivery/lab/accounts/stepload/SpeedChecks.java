package io.dronedelivery.lab.accounts.stepload;

import static io.dronedelivery.lab.kit.report.Checks.text;

/** Checks that a machine without enough time for the load does not pass: they are of demand, and of what follows from it. */
final class SpeedChecks {

    /** Any throughput is below its busiest second; by this much it is only when it has fallen. */
    private static final double FALLEN = 0.85;

    private SpeedChecks() {}

    static void addTo(CheckList list) {
        list.one("Test 1", "429 in Test 1", m -> m.telemetry().throttledCalls() > 0, CheckList::throttled);
        list.one(
                "Test 1",
                "More than 9 calls an operation in Test 1",
                m -> m.telemetry().costs().callsPerOperation() > 9.05,
                CheckList::calls);
        list.compare("Throughput rises from test to test", StepLoadFigures::averageThroughput, "%.1f", (a, b) -> a < b);
        list.compare(
                "Mean latency of the drone operation falls from test to test",
                m -> m.telemetry().drone().average(),
                "%.0f ms",
                (a, b) -> a > b);
        list.one(
                "Test 1",
                "In Test 1 throughput falls from its peak while users rise",
                m -> m.atTheEnd() < FALLEN * m.maximumThroughput(),
                m -> text("%.0f in the busiest second, %.1f with all users", m.maximumThroughput(), m.atTheEnd()));
        list.one(
                "Test 3",
                "In Test 3 throughput follows the users (correlation above 0.9)",
                m -> m.correlation() > 0.9,
                m -> text("%.3f", m.correlation()));
        partitions(list);
        for (String name : new String[] {"Test 1", "Test 3"}) {
            StepLoadChecks.shape(list, name);
        }
    }

    private static void partitions(CheckList list) {
        list.one(
                "Test 1",
                "In Test 1 a partition is asked for more RU than it has",
                m -> m.telemetry().mostOnAPartition() > m.telemetry().provisioned(),
                CheckList::most);
        list.one(
                "Test 3",
                "In Test 3 a partition uses 60 % to 100 % of its RU",
                m -> {
                    double share =
                            m.telemetry().mostOnAPartition() / m.telemetry().provisioned();
                    return share >= 0.6 && share <= 1;
                },
                CheckList::most);
        StepLoadFigures second = list.measured("Test 2");
        StepLoadFigures fourth = list.measured("Test 4");
        if (second != null && fourth != null) {
            double used = fourth.telemetry().mostOnAPartition();
            double before = second.telemetry().mostOnAPartition();
            list.add(
                    "In Test 4 a partition uses less RU than in Test 2",
                    used < before,
                    text("%.0f and %.0f", used, before));
        }
    }
}
