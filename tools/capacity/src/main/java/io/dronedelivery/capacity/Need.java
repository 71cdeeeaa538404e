package io.dronedelivery.capacity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a load needs, when all of it is in one cell.
 *
 * @param requests a second, aggregated reads and posted deliveries together
 * @param cores processors that work all the time, by application
 * @param instances of each application
 * @param nodes of the cluster
 * @param requestUnits a second, by container, as they are to be provisioned
 * @param partitions physical ones, by container
 * @param messagesIn published a second
 * @param messagesOut delivered a second, to all subscriptions together
 * @param messagingUnits of Service Bus Premium
 * @param lanes sessions that are handled at the same time, of the busiest subscription
 * @param brokers of Kafka
 * @param databaseCores of PostgreSQL's primary
 * @param megabytesOut that leave the gateway, a second
 * @param storedGigabytes documents of the time for which they are kept
 */
record Need(
        double requests,
        Map<String, Double> cores,
        Map<String, Long> instances,
        long nodes,
        Map<String, Long> requestUnits,
        Map<String, Long> partitions,
        double messagesIn,
        double messagesOut,
        long messagingUnits,
        long lanes,
        long brokers,
        double databaseCores,
        double megabytesOut,
        double storedGigabytes) {

    static final List<String> APPLICATIONS = List.of("gateway", "delivery-service", "drone-service", "invoice-service");
    static final List<String> CONTAINERS = List.of("deliveries", "flights");

    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;
    private static final double MEGABYTE = 1e6;
    private static final double GIGABYTE = 1e9;
    private static final double SECONDS_OF_A_DAY = 86_400;
    /** Cosmos DB is provisioned in steps of 100. */
    private static final double STEP_OF_REQUEST_UNITS = 100;

    /** @param requests a second; inputs.properties describes the inputs */
    static Need of(double requests, Inputs inputs) {
        double posts = requests * inputs.get("share.posts");
        double reads = requests - posts;

        Map<String, Double> cores = new LinkedHashMap<>();
        Map<String, Long> instances = new LinkedHashMap<>();
        double processors = 0;
        for (String application : APPLICATIONS) {
            double busy =
                    (reads * inputs.get("cpu.read." + application) + posts * inputs.get("cpu.post." + application))
                            / MICROS;
            cores.put(application, busy);
            long count = Math.max(
                    up(inputs.get("instances.least")),
                    up(busy / inputs.get("cpu.utilization") / inputs.get("instance.cores")));
            instances.put(application, count);
            processors += count * inputs.get("instance.cores");
        }

        Map<String, Long> requestUnits = new LinkedHashMap<>();
        Map<String, Long> partitions = new LinkedHashMap<>();
        double stored = 0;
        for (String container : CONTAINERS) {
            double used = reads * inputs.get("ru.read." + container) + posts * inputs.get("ru.post." + container);
            double provisioned = Math.max(inputs.get("ru.least"), used / inputs.get("ru.utilization"));
            long units = (long) (up(provisioned / STEP_OF_REQUEST_UNITS) * STEP_OF_REQUEST_UNITS);
            double gigabytes = posts
                    * SECONDS_OF_A_DAY
                    * inputs.get("days.kept")
                    * inputs.get("bytes.document." + container)
                    / GIGABYTE;
            requestUnits.put(container, units);
            partitions.put(
                    container,
                    Math.max(
                            up(units / inputs.get("partition.ru")), up(gigabytes / inputs.get("partition.gigabytes"))));
            stored += gigabytes;
        }

        // A delivery asks for itself and for each package, and is completed once, for two groups.
        double asked = posts * (1 + inputs.get("packages"));
        double in = asked + posts;
        double out = asked + 2 * posts;
        return new Need(
                requests,
                cores,
                instances,
                Math.max(up(inputs.get("nodes.least")), up(processors / inputs.get("node.cores"))),
                requestUnits,
                partitions,
                in,
                out,
                Math.max(1, up((in + out) / inputs.get("messaging-unit.messages"))),
                Math.max(1, up(asked * inputs.get("handler.millis") / MILLIS / inputs.get("cpu.utilization"))),
                Math.max(
                        up(inputs.get("broker.replicas")),
                        up(in * inputs.get("broker.replicas") / inputs.get("broker.messages"))),
                (reads * inputs.get("cpu.read.postgres") + posts * inputs.get("cpu.post.postgres"))
                        / MICROS
                        / inputs.get("cpu.utilization"),
                reads * inputs.get("bytes.answer") / MEGABYTE,
                stored);
    }

    long instances(String application) {
        return Objects.requireNonNull(instances.get(application), application);
    }

    double cores(String application) {
        return Objects.requireNonNull(cores.get(application), application);
    }

    long requestUnits(String container) {
        return Objects.requireNonNull(requestUnits.get(container), container);
    }

    long partitions(String container) {
        return Objects.requireNonNull(partitions.get(container), container);
    }

    long totalInstances() {
        return instances.values().stream().mapToLong(Long::longValue).sum();
    }

    long totalRequestUnits() {
        return requestUnits.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long up(double value) {
        // So that 3.0000000000000004 is 3.
        return (long) Math.ceil(value - 1e-9);
    }
}
