package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.Sdk.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Autoscale throughput, and throughput that the containers of a database share. */
class OffersTest {
    private static final String AUTOPILOT = "x-ms-cosmos-offer-autopilot-settings";
    private static final String MANUAL = "x-ms-offer-throughput";

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private LocalCosmos cosmos;
    private CosmosAsyncClient client;

    @BeforeEach
    void start() {
        cosmos = LocalCosmos.start(o ->
                o.partitions(4).dataDirectory(directory).enforceThroughput(true).clock(now::get));
        client = Sdk.client(cosmos);
    }

    @AfterEach
    void stop() {
        client.close();
        cosmos.close();
    }

    private void restart() {
        stop();
        start();
    }

    private static CosmosContainerProperties byOwner(String id) {
        return new CosmosContainerProperties(id, "/ownerId");
    }

    private static ThroughputProperties throughput(CosmosAsyncContainer container) {
        return container.readThroughput().block().getProperties();
    }

    @Test
    void autoscale_is_created_read_replaced_and_kept() {
        client.createDatabase("db").block();
        CosmosAsyncDatabase database = client.getDatabase("db");
        database.createContainer(byOwner("flights"), ThroughputProperties.createAutoscaledThroughput(4_000))
                .block();
        CosmosAsyncContainer flights = database.getContainer("flights");
        assertThat(throughput(flights).getAutoscaleMaxThroughput()).isEqualTo(4_000);

        flights.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(7_000))
                .block();

        assertThat(throughput(flights).getAutoscaleMaxThroughput()).isEqualTo(7_000);
        restart();
        assertThat(throughput(client.getDatabase("db").getContainer("flights")).getAutoscaleMaxThroughput())
                .isEqualTo(7_000);
    }

    @Test
    void an_offer_migrates_to_the_other_kind_and_back() {
        client.createDatabase("db").block();
        CosmosAsyncDatabase database = client.getDatabase("db");
        database.createContainer(byOwner("flights"), ThroughputProperties.createManualThroughput(1_200))
                .block();
        RawClient raw = new RawClient(cosmos);
        JsonNode offer = raw.get("offers").body().at("/Offers/0");
        String path = "offers/" + offer.path("id").asString();

        JsonNode autoscale = raw.send("PUT", path, offer.toString(), "x-ms-cosmos-migrate-offer-to-autopilot", "true")
                .body();
        assertThat(autoscale.at("/content/offerAutopilotSettings/maxThroughput").asInt())
                .isEqualTo(2_000);
        assertThat(raw.send(
                                "PUT",
                                path,
                                "{\"content\":{\"offerThroughput\":900,\"offerAutopilotSettings\":{\"maxThroughput\":2000}}}")
                        .status())
                .isEqualTo(400);
        JsonNode manual = raw.send(
                        "PUT", path, offer.toString(), "x-ms-cosmos-migrate-offer-to-manual-throughput", "true")
                .body();

        assertThat(manual.at("/content/offerThroughput").asInt()).isEqualTo(2_000);
        assertThat(manual.path("content").has("offerAutopilotSettings")).isFalse();
        CosmosAsyncContainer flights = database.getContainer("flights");
        assertRefused(
                flights.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(3_000)),
                400,
                0,
                "x-ms-cosmos-migrate-offer-to-autopilot must be supplied");
        flights.replaceThroughput(ThroughputProperties.createManualThroughput(500))
                .block();
        assertThat(throughput(flights).getManualThroughput()).isEqualTo(500);
    }

    @Test
    void calls_are_refused_beyond_the_maximum_of_autoscale() {
        RawClient raw = new RawClient(cosmos);
        raw.post("dbs", "{\"id\":\"db\"}");
        raw.post("dbs/db/colls", definition("flights"), AUTOPILOT, "{\"maxThroughput\":4000}");

        // Each create costs 5.5 request units, and each of the four partitions has a thousand.
        assertThat(admitted(raw, "flights", 200)).isEqualTo((int) Math.ceil(1_000 / 5.5));
    }

    private static String definition(String id) {
        return "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/ownerId\"],\"kind\":\"Hash\",\"version\":2}}"
                .formatted(id);
    }

    private long admitted(RawClient raw, String container, int creates) {
        return IntStream.range(0, creates)
                .filter(i -> raw.post(
                                        "dbs/db/colls/" + container + "/docs",
                                        "{\"id\":\"f-%d\",\"ownerId\":\"o-1\"}".formatted(i),
                                        KEY,
                                        "[\"o-1\"]")
                                .status()
                        == 201)
                .count();
    }

    @Test
    void the_containers_of_a_database_share_its_throughput_unless_they_have_their_own() {
        RawClient raw = new RawClient(cosmos);
        assertThat(raw.post("dbs", "{\"id\":\"db\"}", MANUAL, "600").status()).isEqualTo(201);
        raw.post("dbs/db/colls", definition("a"));
        raw.post("dbs/db/colls", definition("b"));
        raw.post("dbs/db/colls", definition("own"), MANUAL, "400");
        assertThat(raw.get("offers").body().path("_count").asInt()).isEqualTo(2);

        assertThat(admitted(raw, "a", 50)).isEqualTo(50);
        assertThat(admitted(raw, "b", 80)).isEqualTo((int) Math.ceil(600 / 5.5) - 50);
        assertThat(admitted(raw, "own", 10)).isEqualTo(10);

        assertThat(cosmos.uses().stream().filter(use -> use.container().isEmpty()))
                .hasSize(1)
                .allSatisfy(use -> {
                    assertThat(use.database()).isEqualTo("db");
                    assertThat(use.provisioned()).isEqualTo(600);
                    assertThat(use.throttled()).isPositive();
                });
        assertThat(cosmos.uses().stream().map(PartitionUse::container)).doesNotContain("a", "b");
    }

    @Test
    void a_databases_throughput_is_read_replaced_and_kept() {
        client.createDatabase("db", ThroughputProperties.createManualThroughput(500))
                .block();
        client.createDatabase("scaled", ThroughputProperties.createAutoscaledThroughput(4_000))
                .block();
        CosmosAsyncDatabase database = client.getDatabase("db");
        database.createContainer("shares", "/ownerId").block();
        database.replaceThroughput(ThroughputProperties.createManualThroughput(900))
                .block();
        restart();

        assertThat(client.getDatabase("db")
                        .readThroughput()
                        .block()
                        .getProperties()
                        .getManualThroughput())
                .isEqualTo(900);
        assertThat(client.getDatabase("scaled")
                        .readThroughput()
                        .block()
                        .getProperties()
                        .getAutoscaleMaxThroughput())
                .isEqualTo(4_000);
        assertRefused(client.getDatabase("db").getContainer("shares").readThroughput(), 400, 0, "");
        client.getDatabase("db").delete().block();
        assertThat(new RawClient(cosmos).get("offers").body().path("_count").asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"maxThroughput":500}          | multiple of 1000
            {"maxThroughput":4500}         | multiple of 1000
            {"maxThroughput":1001000}      | multiple of 1000
            {"maxThroughput":"much"}       | multiple of 1000
            {}                             | multiple of 1000
            []                             | not a JSON object
            4000                           | not a JSON object
            nonsense                       | not valid JSON
            {"maxThroughput":4000,"autoUpgradePolicy":{"throughputPolicy":{"incrementPercent":10}}} | automatic upgrade
            """)
    void settings_of_autoscale_that_the_service_would_not_take_are_refused(String settings, String part) {
        RawClient raw = new RawClient(cosmos);
        RawClient.assertRefused(raw.post("dbs", "{\"id\":\"db\"}", AUTOPILOT, settings), 400, "BadRequest", part);
        raw.post("dbs", "{\"id\":\"db\"}");
        RawClient.assertRefused(
                raw.post("dbs/db/colls", definition("flights"), AUTOPILOT, settings), 400, "BadRequest", part);
    }

    @Test
    void manual_and_autoscale_together_are_refused() {
        RawClient.assertRefused(
                new RawClient(cosmos)
                        .post("dbs", "{\"id\":\"db\"}", AUTOPILOT, "{\"maxThroughput\":4000}", MANUAL, "400"),
                400,
                "BadRequest",
                "not both");
    }
}
