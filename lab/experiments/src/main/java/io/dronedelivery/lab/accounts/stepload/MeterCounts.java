package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.stepload.ServiceMeters.Snapshot;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What drone-service counted itself while the load ran. Its meters are never sampled and never dropped, so they show whether the
 * telemetry is whole.
 *
 * @param operations answered with 200
 * @param dataCalls to Cosmos DB, those refused included
 * @param planCalls for a query plan
 * @param throttled refused with 429
 * @param charge request units
 */
record MeterCounts(double operations, double dataCalls, double planCalls, double throttled, double charge) {

    private static final String CALLS = "cosmos_calls_seconds_count";

    /** @param container that the operation asks */
    static MeterCounts of(List<Snapshot> snapshots, String container) {
        String asked = "container=\"" + container + "\"";
        return new MeterCounts(
                increase(
                        snapshots,
                        s -> s.sum(
                                "http_server_requests_seconds_count",
                                "uri=\"/api/dronedeliveries/utilization\"",
                                "status=\"200\"")),
                increase(snapshots, s -> s.sum(CALLS, asked, "kind=\"data\"")),
                increase(snapshots, s -> s.sum(CALLS, asked, "kind=\"plan\"")),
                increase(snapshots, s -> s.sum(CALLS, asked, "status=\"429\"")),
                SampleSeries.rounded(
                        increase(snapshots, s -> s.sum("cosmos_calls_request_charge_total", asked, "kind=\"data\""))));
    }

    private static double increase(List<Snapshot> snapshots, ToDoubleFunction<Snapshot> counter) {
        return snapshots.isEmpty()
                ? 0
                : counter.applyAsDouble(snapshots.get(snapshots.size() - 1)) - counter.applyAsDouble(snapshots.get(0));
    }
}
