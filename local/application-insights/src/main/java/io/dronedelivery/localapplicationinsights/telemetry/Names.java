package io.dronedelivery.localapplicationinsights.telemetry;

/**
 * Names of dimensions and metrics that the pages and the queries in {@code deploy/application-insights} read. They are the tags and meters
 * of the services, or OpenTelemetry's names that the exporter passes on. The exporter drops every {@code db.*}.
 */
public final class Names {
    // dimensions of a dependency on Cosmos DB
    /** The status code of a call. */
    public static final String STATUS = "cosmos.status";
    /** The physical partition's id. */
    public static final String PARTITION = "cosmos.partition";

    /** Replaces a partition's id where the SDK does not give one: for a query plan, or a document that does not exist. */
    public static final String NO_PARTITION = "none";

    public static final String CONTAINER = "cosmos.container";
    /** {@value #PLAN} for a call that requests a query plan, otherwise data. */
    public static final String KIND = "cosmos.kind";

    public static final String PLAN = "plan";
    /** Request units. */
    public static final String REQUEST_CHARGE = "azure.cosmosdb.operation.request_charge";

    // metrics
    /** Virtual users of a load test. */
    public static final String USERS = "load.users";

    public static final String OPERATION_CALLS = "cosmos.operation.calls";
    public static final String OPERATION_CHARGE = "cosmos.operation.request.charge";
    /** Provisioned request units a second of a container. */
    public static final String THROUGHPUT = "cosmos.container.throughput";

    public static final String PARTITIONS = "cosmos.container.partitions";

    public static final String PROCESS_CPU = "process.cpu.usage";
    public static final String SYSTEM_CPU = "system.cpu.usage";

    /** Dead letters at the broker. Every instance of a service reports the same number. */
    public static final String DEAD_LETTERS = "messaging.dead-letters.waiting";

    private Names() {}
}
