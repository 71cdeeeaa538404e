package io.dronedelivery.lab.accounts.stepload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The services' telemetry of a run. Every list has one value for each second from {@code fromMillis} on.
 *
 * @param source where it is from
 * @param operations durations of the gateway's calls to the backends, and of the drone operation
 * @param succeeded answers of Cosmos DB with 2xx to all services
 * @param throttled answers with 429
 * @param failed any other, or none
 * @param partitions of the container that the test is about
 * @param drone durations of the drone operation as drone-service answered it; the article's "average latency"
 * @param transaction one from end to end, chosen to show what is typical of the test
 */
record StackTelemetry(
        String source,
        long fromMillis,
        List<TracedOperation> operations,
        List<Double> succeeded,
        List<Double> throttled,
        List<Double> failed,
        List<Partition> partitions,
        Costs costs,
        GatlingLoad.Durations drone,
        @Nullable JsonNode transaction) {

    /** Average milliseconds for each second; null where there was no call. */
    record TracedOperation(String name, double average, double p95, List<@Nullable Double> averages) {}

    /**
     * @param provisioned request units a second
     * @param highest request units of the second that had most
     */
    record Partition(String id, double provisioned, double highest, List<Double> consumed) {}

    /**
     * What an operation cost.
     *
     * @param planCalls calls for a query plan, apart from the data calls
     * @param throttled calls that were refused
     * @param charge request units of the data calls
     */
    record Costs(long operations, double dataCalls, double planCalls, long throttled, double charge) {

        double callsPerOperation() {
            return dataCalls / operations;
        }

        double planCallsPerOperation() {
            return planCalls / operations;
        }

        double chargePerOperation() {
            return charge / operations;
        }
    }

    double mostOnAPartition() {
        return partitions.stream().mapToDouble(Partition::highest).max().orElse(0);
    }

    double provisioned() {
        return partitions.stream().mapToDouble(Partition::provisioned).max().orElse(0);
    }

    long throttledCalls() {
        return costs.throttled();
    }
}
