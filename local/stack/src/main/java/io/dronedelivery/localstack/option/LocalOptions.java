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
 * @param dataDir where state is kept; empty when it is thrown away
 * @param broker what carries the messages
 * @param newConnections how many may come to the local Service Bus; any number when it is empty
 * @param jobLocks how long and how often the local Service Bus gives a job to a worker; as shipped when it is empty
 * @param attachLatency how long the local Service Bus takes to attach a link; no time when it is empty
 * @param processes how many processes each application has; when it is empty, all run in that of the launcher
 * @param processRestarts how often in a row such a process that ends by itself is started again
 * @param postgresRestarts how often in a row a PostgreSQL that ends by itself is started again
 * @param insights whether the applications report to a local Application Insights
 * @param firstCalls whether the calls that the user is shown are made once before the stack is ready
 * @param auth whether the applications ask for tokens of a local issuer
 * @param passedOn further arguments, {@code --name=value}, for the applications
 * @param dataOptions the options that the data depends on, by name, as text: what a data directory remembers
 */
public record LocalOptions(
        Optional<Path> dataDir,
        Ports ports,
        SampleSpec sample,
        Cosmos cosmos,
        Broker broker,
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

    /** How many instances the application has that has the most. */
    public int mostInstances() {
        return processes.map(each -> Collections.max(each.instances().values())).orElse(1);
    }

    /**
     * Where everything listens; 0 takes a free port.
     *
     * @param management the management ports of the applications
     * @param brokerOption the option that sets the port of the broker that was chosen
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

    /** The ports for operators: health, meters, and what changes something; 0 takes a free one. */
    public record Management(int gateway, int deliveryService, int droneService, int invoiceService) {}

    /**
     * How many connections are let through.
     *
     * @param connections new ones
     * @param within any such time
     */
    public record ConnectionLimit(int connections, Duration within) {}

    /**
     * The locks of the queue of jobs.
     *
     * @param lock of one delivery
     * @param deliveries after so many a job is a dead letter
     */
    public record JobLocks(Duration lock, int deliveries) {}

    /**
     * The local Cosmos DB.
     *
     * @param partitions physical partitions of each container
     * @param partitionKey {@code /ownerId} or {@code /id}
     * @param parallelism {@code all} or how many partitions a query asks at once
     * @param throughput request units a second of each container, once the data is loaded
     * @param burstSeconds unused seconds of throughput that a partition keeps for later
     * @param deliveries what is different for the container of the deliveries
     */
    public record Cosmos(
            int partitions,
            String partitionKey,
            String parallelism,
            int throughput,
            int burstSeconds,
            Latency latency,
            Deliveries deliveries) {

        /** The partition key of a container. */
        public String partitionKeyOf(String container) {
            return DocumentLoader.DELIVERIES.equals(container) ? deliveries.partitionKey() : partitionKey;
        }

        /** Request units a second of a container. */
        public int throughputOf(String container) {
            return DocumentLoader.DELIVERIES.equals(container) ? deliveries.throughput() : throughput;
        }
    }

    /** The container of the deliveries, which may be another than that of the flights. */
    public record Deliveries(String partitionKey, int throughput) {}
}
