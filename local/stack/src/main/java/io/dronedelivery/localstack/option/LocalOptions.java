package io.dronedelivery.localstack.option;

import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localstack.sample.DocumentLoader;
import io.dronedelivery.localstack.sample.SampleSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of one run of the launcher.
 *
 * @param dataDir where state is kept; empty for a temporary directory
 * @param newConnections limit of new connections to the local Service Bus; empty for no limit
 * @param jobLocks how long and how often the local Service Bus gives a job to a worker; empty for the shipped values
 * @param attachLatency how long the local Service Bus takes to attach a link; empty for no delay
 * @param processes number of processes of each application; empty to run all in the launcher's process
 * @param processRestarts how often in a row a process that ends by itself is restarted
 * @param postgresRestarts how often in a row a PostgreSQL that ends by itself is restarted
 * @param insights whether the applications report to a local Application Insights
 * @param firstCalls whether the calls that are shown to the user are made once before the stack is ready
 * @param auth whether the applications require tokens of a local issuer
 * @param passedOn further arguments, {@code --name=value}, for the applications
 * @param dataOptions the options that the data depends on, by name, as text; a data directory stores them
 */
public record LocalOptions(
        Optional<Path> dataDir,
        Ports ports,
        SampleSpec sample,
        CosmosOptions cosmos,
        StackBroker broker,
        Optional<ConnectionLimit> newConnections,
        Optional<JobLocks> jobLocks,
        Optional<Latency> attachLatency,
        Optional<Processes> processes,
        int processRestarts,
        int postgresRestarts,
        boolean insights,
        boolean firstCalls,
        boolean auth,
        List<String> passedOn,
        Map<String, String> dataOptions) {

    /** The highest number of instances of one application. */
    public int mostInstances() {
        return processes.map(each -> Collections.max(each.instances().values())).orElse(1);
    }

    /**
     * The ports of all parts; 0 takes a free one.
     *
     * @param management the management ports of the applications
     * @param brokerOption the option that sets the port of the chosen broker
     */
    public record Ports(
            int gateway,
            int deliveryService,
            int droneService,
            int invoiceService,
            int cosmos,
            int postgres,
            int broker,
            int insights,
            int auth,
            Management management,
            String brokerOption) {

        /** The ports by the options that set them. */
        public Map<String, Integer> byOption() {
            Map<String, Integer> ports = new LinkedHashMap<>();
            ports.put(OptionCatalog.GATEWAY_PORT.name(), gateway);
            ports.put(OptionCatalog.GATEWAY_MANAGEMENT_PORT.name(), management.gateway());
            ports.put(OptionCatalog.DELIVERY_PORT.name(), deliveryService);
            ports.put(OptionCatalog.DELIVERY_MANAGEMENT_PORT.name(), management.deliveryService());
            ports.put(OptionCatalog.DRONE_PORT.name(), droneService);
            ports.put(OptionCatalog.DRONE_MANAGEMENT_PORT.name(), management.droneService());
            ports.put(OptionCatalog.INVOICE_PORT.name(), invoiceService);
            ports.put(OptionCatalog.INVOICE_MANAGEMENT_PORT.name(), management.invoiceService());
            ports.put(OptionCatalog.COSMOS_PORT.name(), cosmos);
            ports.put(OptionCatalog.POSTGRES_PORT.name(), postgres);
            ports.put(OptionCatalog.INSIGHTS_PORT.name(), insights);
            ports.put(OptionCatalog.AUTH_PORT.name(), auth);
            ports.put(brokerOption, broker);
            return ports;
        }
    }

    /** The ports for operators: health, meters, and endpoints that change something; 0 takes a free one. */
    public record Management(int gateway, int deliveryService, int droneService, int invoiceService) {}

    /**
     * The limit of new connections.
     *
     * @param connections number of new connections
     * @param within the length of the sliding window of time
     */
    public record ConnectionLimit(int connections, Duration within) {}

    /**
     * The locks of the queue of jobs.
     *
     * @param lock duration of the lock of one delivery
     * @param deliveries number of deliveries after which a job becomes a dead letter
     */
    public record JobLocks(Duration lock, int deliveries) {}

    /**
     * The local Cosmos DB.
     *
     * @param partitions physical partitions of each container
     * @param partitionKey {@code /ownerId} or {@code /id}
     * @param parallelism {@code all} or how many partitions a query asks at once
     * @param throughput request units a second of each container, after the data is loaded
     * @param burstSeconds seconds of unused throughput that a partition saves for later
     * @param deliveries settings of the container of the deliveries
     */
    public record CosmosOptions(
            int partitions,
            String partitionKey,
            String parallelism,
            int throughput,
            int burstSeconds,
            Latency latency,
            DeliveriesOptions deliveries) {

        public String partitionKeyOf(String container) {
            return DocumentLoader.DELIVERIES.equals(container) ? deliveries.partitionKey() : partitionKey;
        }

        /** Request units a second of a container. */
        public int throughputOf(String container) {
            return DocumentLoader.DELIVERIES.equals(container) ? deliveries.throughput() : throughput;
        }
    }

    /** The settings of the container of the deliveries, which may differ from those of the flights. */
    public record DeliveriesOptions(String partitionKey, int throughput) {}
}
