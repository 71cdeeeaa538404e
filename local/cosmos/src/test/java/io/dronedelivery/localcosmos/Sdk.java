package io.dronedelivery.localcosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.ThrottlingRetryOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** The real client, and documents in the words of the house. */
final class Sdk {
    static final ObjectMapper JSON = new ObjectMapper();

    /** The client asks for a query's plan a second time when none has come within that time. */
    private static final Duration PLAN_TIMEOUT = Duration.ofMillis(500);

    /** For a busy machine; only a failure takes so long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private Sdk() {}

    static CosmosAsyncClient client(LocalCosmos cosmos) {
        return builder(cosmos).buildAsyncClient();
    }

    static CosmosClientBuilder builder(LocalCosmos cosmos) {
        return new CosmosClientBuilder()
                .endpoint(cosmos.endpoint())
                .key(cosmos.key())
                .gatewayMode()
                .consistencyLevel(ConsistencyLevel.SESSION)
                .throttlingRetryOptions(new ThrottlingRetryOptions())
                .contentResponseOnWriteEnabled(true);
    }

    /** A new container in a new database, so that tests do not meet. */
    static CosmosAsyncContainer container(CosmosAsyncClient client, String partitionKeyPath, int throughput) {
        String database = "db-" + UUID.randomUUID();
        client.createDatabase(database).block();
        client.getDatabase(database)
                .createContainer(
                        new CosmosContainerProperties("flights", partitionKeyPath),
                        ThroughputProperties.createManualThroughput(throughput))
                .block();
        return client.getDatabase(database).getContainer("flights");
    }

    /** Asks for what one owner has. */
    static CosmosQueryRequestOptions of(String ownerId) {
        return new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(ownerId));
    }

    static ObjectNode flight(String id, String ownerId, int month) {
        return JSON.createObjectNode()
                .put("id", id)
                .put("ownerId", ownerId)
                .put("type", "flight")
                .put("year", 2026)
                .put("month", month)
                .put("distanceKm", 9.79)
                .put("flightSeconds", 1355);
    }

    /**
     * Runs the query and returns the calls that the server has seen of it. It runs again when the first document was asked for so late that
     * the client may have asked for the plan twice.
     */
    static List<CosmosCall> callsPlannedInTime(Supplier<List<CosmosCall>> allCalls, Runnable query) {
        Instant end = Instant.now().plus(TIMEOUT);
        List<CosmosCall> calls = List.of();
        for (boolean inTime = false; !inTime && Instant.now().isBefore(end); ) {
            Instant start = Instant.now();
            query.run();
            calls = allCalls.get().stream()
                    .filter(call -> !call.startedAt().isBefore(start))
                    .toList();
            inTime = calls.stream()
                    .anyMatch(call -> call.isData() && call.startedAt().isBefore(start.plus(PLAN_TIMEOUT)));
        }
        return calls;
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Expects the call to fail as the service would let it fail, with a message that names {@code part}. */
    static void assertRefused(Mono<?> call, int status, int subStatus, String part) {
        assertThatThrownBy(call::block).isInstanceOfSatisfying(CosmosException.class, refusal -> {
            assertThat(refusal.getStatusCode()).isEqualTo(status);
            assertThat(refusal.getSubStatusCode()).isEqualTo(subStatus);
            assertThat(refusal.getMessage()).contains(part);
        });
    }
}
