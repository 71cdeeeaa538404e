package io.dronedelivery.lab.accounts.telemetry;

import static io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind.MEMBERS;
import static io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind.MOST;
import static io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind.OUTAGE;
import static io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind.SERVICE_BUS;
import static io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind.STEADY;

import io.dronedelivery.lab.accounts.common.Experiment;
import java.util.List;
import java.util.Map;

/**
 * @param id as in {@code -Dlab.tests}
 * @param perSecond messages; where the highest rate is looked for, the first that is tried
 * @param published figures of the original, where it has some
 */
record TelemetryTest(
        String id,
        String name,
        String change,
        TelemetryTestKind kind,
        double perSecond,
        Map<String, Object> published) {

    /** What happens while messages are sent. */
    enum TelemetryTestKind {
        STEADY,
        MOST,
        MEMBERS,
        OUTAGE,
        SERVICE_BUS
    }

    static final double ONE_BROKER = 12_300;
    static final double SIX_BROKERS = 73_800;

    private static final List<TelemetryTest> ALL = List.of(
            new TelemetryTest(
                    "5000",
                    "5,000",
                    "what was required: any message within 100 ms, p99 of 10 ms",
                    STEADY,
                    5_000,
                    Map.of("p99Ms", 10, "maxMs", 100)),
            new TelemetryTest(
                    "12300",
                    "12,300",
                    "one broker's share of the published rate",
                    STEADY,
                    ONE_BROKER,
                    Map.of("perSecond", ONE_BROKER, "within1ms", 0.996, "p99Ms", 10, "maxMs", 100)),
            new TelemetryTest(
                    "73800",
                    "73,800",
                    "the published rate, of six brokers, on this one",
                    STEADY,
                    SIX_BROKERS,
                    Map.of("perSecond", SIX_BROKERS, "within1ms", 0.996)),
            new TelemetryTest("most", "Most", "the highest rate that this machine holds", MOST, 50_000, Map.of()),
            new TelemetryTest(
                    "members",
                    "Members",
                    "a second drone service comes, is drained by its API and goes",
                    MEMBERS,
                    5_000,
                    Map.of()),
            new TelemetryTest("outage", "Outage", "the broker is away for a few seconds", OUTAGE, 5_000, Map.of()),
            new TelemetryTest(
                    "servicebus",
                    "Service Bus",
                    "the highest rate over the other broker: one message of a lane at a time, 8 lanes",
                    SERVICE_BUS,
                    1_000,
                    Map.of()));

    /** @throws IllegalArgumentException when there is none of a name */
    static List<TelemetryTest> chosen(String text) {
        return Experiment.chosen(ALL, TelemetryTest::id, text);
    }

    /** Whether the rate is the first of several. */
    boolean looksForMost() {
        return kind == TelemetryTestKind.MOST || kind == TelemetryTestKind.SERVICE_BUS;
    }

    boolean isKafka() {
        return kind != TelemetryTestKind.SERVICE_BUS;
    }
}
