package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.dronedelivery.requestreply.kafka.KafkaJobQueue;
import io.dronedelivery.requestreply.kafka.KafkaJobSettings;
import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.requestreply.postgres.PostgresJobQueue;
import io.dronedelivery.requestreply.postgres.PostgresJobSettings;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.servicebus.ServiceBusJobQueue;
import io.dronedelivery.requestreply.servicebus.ServiceBusJobSettings;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is measured. */
enum Design {
    MEMORY,
    POSTGRES,
    SERVICEBUS,
    KAFKA;

    private static final Duration TRY_TIMEOUT = Duration.ofSeconds(30);
    private static final int CAPACITY = 100_000;
    private static final int PARTITIONS = 8;

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it needs a process beside this one. */
    boolean hasBroker() {
        return this != MEMORY;
    }

    /** @param port of the broker */
    JobQueue queue(int port) {
        return switch (this) {
            case MEMORY -> new MemoryJobQueue(CAPACITY);
            case POSTGRES ->
                new PostgresJobQueue(
                        new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                                .host("localhost")
                                .port(port)
                                .username("postgres")
                                .database("postgres")
                                .build()),
                        new PostgresJobSettings("benchmark", CAPACITY, Duration.ofSeconds(30), Duration.ofSeconds(1)));
            case SERVICEBUS ->
                new ServiceBusJobQueue(
                        () -> new ServiceBusNamespace(BrokerProcess.connectionString(port), null)
                                .newConnection(TRY_TIMEOUT),
                        new ServiceBusJobSettings(BrokerProcess.REQUESTS, BrokerProcess.REPLIES, Duration.ZERO));
            case KAFKA ->
                new KafkaJobQueue(new KafkaJobSettings(
                        Map.of("bootstrap.servers", "localhost:" + port),
                        BrokerProcess.REQUESTS,
                        BrokerProcess.REPLIES,
                        PARTITIONS,
                        (short) 1));
        };
    }

    /** The brokers' own clients, without ours: what the rate is to be compared with. None for the designs that have no such thing. */
    List<RoundTrip> peers(int port, int concurrency, int workers) {
        return switch (this) {
            case MEMORY, POSTGRES -> List.of();
            case SERVICEBUS -> List.of(new BareServiceBus(BrokerProcess.connectionString(port), concurrency, workers));
            case KAFKA -> List.of(new BareKafka("localhost:" + port, PARTITIONS));
        };
    }
}
