package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SpatialSpec;
import com.azure.cosmos.models.SpatialType;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DefinitionsTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos =
            LocalCosmosExtension.with(o -> o.partitions(3).partitions("flights", 9));

    private static CosmosAsyncClient client;
    private CosmosAsyncDatabase database;

    @BeforeAll
    static void connect() {
        client = Sdk.client(cosmos.cosmos());
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void newDatabase() {
        String id = "db-" + UUID.randomUUID();
        client.createDatabaseIfNotExists(id).block();
        database = client.getDatabase(id);
    }

    @Test
    void a_database_is_created_once_read_listed_and_deleted() {
        String id = database.getId();
        assertThat(client.createDatabaseIfNotExists(id).block().getStatusCode()).isEqualTo(200);
        assertRefused(client.createDatabase(id), 409, 0, id);
        assertThat(database.read().block().getProperties().getId()).isEqualTo(id);
        assertThat(client.readAllDatabases()
                        .map(CosmosDatabaseProperties::getId)
                        .collectList()
                        .block())
                .contains(id);

        assertThat(database.delete().block().getStatusCode()).isEqualTo(204);

        assertRefused(database.read(), 404, 0, id);
    }

    @Test
    void a_container_is_created_once_read_listed_and_deleted() {
        assertThat(database.createContainerIfNotExists("flights", "/ownerId")
                        .block()
                        .getStatusCode())
                .isEqualTo(201);
        assertThat(database.createContainerIfNotExists("flights", "/ownerId")
                        .block()
                        .getStatusCode())
                .isEqualTo(200);
        assertRefused(database.createContainer("flights", "/ownerId"), 409, 0, "flights");
        CosmosAsyncContainer flights = database.getContainer("flights");
        CosmosContainerProperties read = flights.read().block().getProperties();
        assertThat(read.getPartitionKeyDefinition().getPaths()).containsExactly("/ownerId");
        assertThat(database.readAllContainers()
                        .map(CosmosContainerProperties::getId)
                        .collectList()
                        .block())
                .containsExactly("flights");

        assertThat(flights.delete().block().getStatusCode()).isEqualTo(204);

        assertRefused(flights.read(), 404, 0, "flights");
    }

    @Test
    void databases_and_containers_are_found_by_queries() {
        String id = database.getId();
        database.createContainer("flights", "/ownerId").block();
        database.createContainer("deliveries", "/ownerId").block();

        assertThat(client.queryDatabases("SELECT * FROM c WHERE c.id = '" + id + "'", new CosmosQueryRequestOptions())
                        .map(CosmosDatabaseProperties::getId)
                        .collectList()
                        .block())
                .containsExactly(id);
        assertThat(database.queryContainers("SELECT * FROM c WHERE STARTSWITH(c.id, 'f')")
                        .map(CosmosContainerProperties::getId)
                        .collectList()
                        .block())
                .containsExactly("flights");
    }

    @Test
    void a_partition_key_may_have_a_name_in_quotes() {
        database.createContainer("quoted", "/\"owner id\"/home").block();
        CosmosAsyncContainer quoted = database.getContainer("quoted");
        quoted.createItem(Map.of("id", "1", "owner id", Map.of("home", "Oslo"))).block();

        assertThat(quoted.readItem("1", new PartitionKey("Oslo"), Map.class)
                        .block()
                        .getStatusCode())
                .isEqualTo(200);
        cosmos.clearCalls();
        assertThat(quoted.queryItems("SELECT * FROM c WHERE c[\"owner id\"].home = 'Oslo'", Map.class)
                        .collectList()
                        .block())
                .hasSize(1);
        assertThat(cosmos.calls().stream().filter(call -> call.operation().equals("query")))
                .hasSize(1);
        assertThat(quoted.read()
                        .block()
                        .getProperties()
                        .getPartitionKeyDefinition()
                        .getPaths())
                .containsExactly("/\"owner id\"/home");
    }

    @Test
    void a_container_that_is_made_anew_is_found_by_a_client_that_knew_the_old_one() {
        database.createContainer("flights", "/ownerId").block();
        CosmosAsyncContainer flights = database.getContainer("flights");
        flights.createItem(Sdk.flight("f-1", "o-17", 11)).block();
        flights.delete().block();
        database.createContainer("flights", "/ownerId").block();

        assertThat(flights.createItem(Sdk.flight("f-1", "o-17", 11)).block().getStatusCode())
                .isEqualTo(201);
    }

    @Test
    void a_client_that_knew_a_container_learns_that_it_is_gone() {
        database.createContainer("flights", "/ownerId").block();
        CosmosAsyncContainer flights = database.getContainer("flights");
        flights.createItem(Sdk.flight("f-1", "o-17", 11)).block();
        flights.delete().block();

        assertRefused(flights.createItem(Sdk.flight("f-2", "o-17", 11)), 404, 1003, "flights");
        assertRefused(flights.readItem("f-1", new PartitionKey("o-17"), ObjectNode.class), 404, 1003, "flights");
        database.delete().block();
        assertRefused(database.createContainerIfNotExists("flights", "/ownerId"), 404, 1003, database.getId());
    }

    @Test
    void a_container_has_the_number_of_physical_partitions_that_was_configured() {
        database.createContainer("flights", "/ownerId").block();
        database.createContainer("deliveries", "/ownerId").block();

        List<FeedRange> nine = database.getContainer("flights").getFeedRanges().block();

        assertThat(nine).hasSize(9);
        assertThat(database.getContainer("deliveries").getFeedRanges().block()).hasSize(3);
    }

    @Test
    void throughput_is_four_hundred_or_what_was_asked_for_and_can_be_replaced() {
        database.createContainer("deliveries", "/ownerId").block();
        database.createContainer(
                        new CosmosContainerProperties("flights", "/ownerId"),
                        ThroughputProperties.createManualThroughput(900))
                .block();
        assertThat(throughputOf("deliveries")).isEqualTo(400);
        assertThat(throughputOf("flights")).isEqualTo(900);

        database.getContainer("flights")
                .replaceThroughput(ThroughputProperties.createManualThroughput(2_500))
                .block();

        assertThat(throughputOf("flights")).isEqualTo(2_500);
        assertThat(throughputOf("deliveries")).isEqualTo(400);
    }

    private int throughputOf(String container) {
        return database.getContainer(container)
                .readThroughput()
                .block()
                .getProperties()
                .getManualThroughput();
    }

    @Test
    void what_is_not_modelled_is_refused_by_name() {
        assertContainerRefused(
                c -> {
                    SpatialSpec places = new SpatialSpec();
                    places.setPath("/pickup/?").setSpatialTypes(List.of(SpatialType.POINT));
                    c.setIndexingPolicy(new IndexingPolicy().setSpatialIndexes(List.of(places)));
                },
                "spatialIndexes");
    }

    private void assertContainerRefused(Consumer<CosmosContainerProperties> change, String named) {
        CosmosContainerProperties properties = new CosmosContainerProperties("odd", "/ownerId");
        change.accept(properties);
        assertRefused(database.createContainer(properties), 400, 0, named);
    }

    @Test
    void scripts_are_refused_by_name() {
        database.createContainer("flights", "/ownerId").block();
        CosmosAsyncContainer flights = database.getContainer("flights");

        assertRefused(flights.getScripts().readAllStoredProcedures().collectList(), 400, 0, "Stored procedures");
        assertRefused(flights.getScripts().readAllTriggers().collectList(), 400, 0, "Triggers");
        assertRefused(
                flights.getScripts().readAllUserDefinedFunctions().collectList(), 400, 0, "User-defined functions");
    }
}
