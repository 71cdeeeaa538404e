package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;

/** Calls to Cosmos DB, weighted with {@code itemCount}. Calls for a query plan are separate, because they read no data. */
public final class CosmosCalls {
    private long succeeded;
    private long throttled;
    private long failed;
    private long plans;
    private double requestCharge;
    private double highestSecond;

    void add(TelemetryItem.Dependency call) {
        int weight = call.context().itemCount();
        String status = call.status();
        if (status.startsWith("2")) {
            succeeded += weight;
        } else if (status.equals("429")) {
            throttled += weight;
        } else {
            failed += weight;
        }
        if (call.context().dimension(Names.KIND).equals(Names.PLAN)) {
            plans += weight;
        }
        requestCharge += charge(call) * weight;
        highestSecond = requestCharge;
    }

    /** Adds the figures of another second: charges are summed, and the highest charge of a second is kept. */
    void merge(CosmosCalls other) {
        succeeded += other.succeeded;
        throttled += other.throttled;
        failed += other.failed;
        plans += other.plans;
        requestCharge += other.requestCharge;
        highestSecond = Math.max(highestSecond, other.highestSecond);
    }

    /** Calls that were answered with 2xx. */
    public long succeeded() {
        return succeeded;
    }

    public long throttled() {
        return throttled;
    }

    /** Calls with any other answer, or none. */
    public long failed() {
        return failed;
    }

    /** All calls except those for a query plan. */
    public long dataCalls() {
        return succeeded + throttled + failed - plans;
    }

    public long plans() {
        return plans;
    }

    public double requestCharge() {
        return requestCharge;
    }

    /** The request units of the busiest second. */
    public double highestSecond() {
        return highestSecond;
    }

    private static double charge(TelemetryItem.Dependency call) {
        try {
            double charge = Double.parseDouble(call.context().dimension(Names.REQUEST_CHARGE));
            return Double.isFinite(charge) ? charge : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
