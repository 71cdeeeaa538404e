package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.stepload.ServiceMeters.Snapshot;
import io.dronedelivery.lab.http.JsonApi;
import io.dronedelivery.lab.kit.report.SampleSeries;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a service's Prometheus endpoint. */
final class ServiceMeters {

    private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+)(\\{[^}]*})? ([0-9.eE+-]+|NaN)$");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * What the endpoint said.
     *
     * @param values by name and labels, such as {@code up{application="a"}}
     */
    record Snapshot(Map<String, Double> values) {

        /** The sum of all series of a name whose labels contain all these texts. */
        double sum(String name, String... labels) {
            double sum = 0;
            for (Map.Entry<String, Double> value : values.entrySet()) {
                String key = value.getKey();
                if (key.startsWith(name + "{") && List.of(labels).stream().allMatch(key::contains)) {
                    sum += value.getValue();
                }
            }
            return sum;
        }
    }

    private final List<Snapshot> snapshots = new ArrayList<>();
    private final JsonApi api;

    ServiceMeters(URI service) {
        api = new JsonApi(service, TIMEOUT);
    }

    void read() throws IOException, InterruptedException {
        String body = api.body(api.request("/actuator/prometheus"));
        Map<String, Double> values = new LinkedHashMap<>();
        Matcher line = LINE.matcher(body);
        while (line.find()) {
            values.put(line.group(1) + (line.group(2) == null ? "{}" : line.group(2)), Double.valueOf(line.group(3)));
        }
        snapshots.add(new Snapshot(values));
    }

    List<Snapshot> snapshots() {
        return List.copyOf(snapshots);
    }

    /**
     * Waits until a counter has come this far.
     *
     * @throws IllegalStateException when it has not after this time
     */
    void await(String counter, double value, Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        do {
            read();
            if (snapshots.get(snapshots.size() - 1).sum(counter) >= value) {
                return;
            }
            Thread.sleep(1_000);
        } while (System.nanoTime() < end);
        throw new IllegalStateException(
                counter + " did not come to " + value + " within " + patience.toMinutes() + " minutes");
    }

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
                    SampleSeries.rounded(increase(
                            snapshots, s -> s.sum("cosmos_calls_request_charge_total", asked, "kind=\"data\""))));
        }

        private static double increase(List<Snapshot> snapshots, ToDoubleFunction<Snapshot> counter) {
            return snapshots.isEmpty()
                    ? 0
                    : counter.applyAsDouble(snapshots.get(snapshots.size() - 1))
                            - counter.applyAsDouble(snapshots.get(0));
        }
    }
}
