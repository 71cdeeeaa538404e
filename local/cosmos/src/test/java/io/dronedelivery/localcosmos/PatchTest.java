package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.Sdk.flight;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

class PatchTest {
    @RegisterExtension
    static final ConnectedCosmos cosmos = ConnectedCosmos.with(o -> o.partitions(9));

    private static final PartitionKey OWNER = new PartitionKey("o-17");
    private CosmosAsyncContainer flights;

    @BeforeEach
    void newContainer() {
        flights = cosmos.newContainer(400);
    }

    private ObjectNode read(String id) {
        return flights.readItem(id, OWNER, ObjectNode.class).block().getItem();
    }

    @Test
    void a_patch_does_all_its_operations() {
        ObjectNode flight = flight("f-1", "o-17", 11);
        flight.putArray("legs").add("a").add("c");
        flight.putObject("drone").put("old", true);
        flights.createItem(flight).block();

        CosmosPatchOperations patch = CosmosPatchOperations.create()
                .add("/legs/1", "b")
                .add("/legs/-", "d")
                .set("/drone/model", "x1")
                .replace("/type", "leg")
                .remove("/drone/old")
                .increment("/month", 1)
                .increment("/distanceKm", 0.21)
                .increment("/retries", 2)
                .move("/flightSeconds", "/drone/seconds");
        ObjectNode patched =
                flights.patchItem("f-1", OWNER, patch, ObjectNode.class).block().getItem();

        assertThat(patched.get("legs")).hasToString("[\"a\",\"b\",\"c\",\"d\"]");
        assertThat(patched.get("drone")).hasToString("{\"model\":\"x1\",\"seconds\":1355}");
        assertThat(patched.get("type").asText()).isEqualTo("leg");
        assertThat(patched.get("month").asInt()).isEqualTo(12);
        assertThat(patched.get("distanceKm").asDouble()).isEqualTo(10.0);
        assertThat(patched.get("retries").asInt()).isEqualTo(2);
        assertThat(read("f-1")).isEqualTo(patched);
    }

    @Test
    void an_increment_beyond_the_integers_of_64_bits_is_a_double() {
        ObjectNode flight = flight("f-1", "o-17", 11)
                .put("most", Long.MAX_VALUE)
                .put("least", Long.MIN_VALUE)
                .put("more", new BigInteger("1000000000000000000000"))
                .put("largest", Double.MAX_VALUE);
        flights.createItem(flight).block();

        ObjectNode patched = flights.patchItem(
                        "f-1",
                        OWNER,
                        CosmosPatchOperations.create()
                                .increment("/most", 1)
                                .increment("/least", -1)
                                .increment("/more", 1)
                                .increment("/retries", Long.MAX_VALUE)
                                .increment("/month", Long.MAX_VALUE - 11),
                        ObjectNode.class)
                .block()
                .getItem();

        assertThat(patched.get("most").asDouble()).isEqualTo(0x1p63);
        assertThat(patched.get("least").asDouble()).isEqualTo(-0x1p63);
        assertThat(patched.get("more").asDouble()).isEqualTo(1e21);
        assertThat(patched.get("retries").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(patched.get("month").asLong()).isEqualTo(Long.MAX_VALUE);
        Sdk.assertRefused(
                patch(CosmosPatchOperations.create().increment("/largest", Double.MAX_VALUE)), 400, 0, "too large");
    }

    @Test
    void a_value_with_a_number_beyond_the_doubles_is_refused() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        ObjectNode before = read("f-1");
        String path = pathOf("f-1");

        for (String value : new String[] {"1e999", "{\"km\":[-1e999]}"}) {
            RawClient.Answer refused = new RawClient(cosmos.cosmos())
                    .send(
                            "PATCH",
                            path,
                            "[{\"op\":\"set\",\"path\":\"/drone\",\"value\":" + value + "}]",
                            "x-ms-documentdb-partitionkey",
                            "[\"o-17\"]");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body().get("message").asString()).contains("too large for a double");
        }
        assertThat(read("f-1")).isEqualTo(before);
    }

    @Test
    void a_patch_that_fails_half_way_changes_nothing() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        ObjectNode before = read("f-1");

        Mono<?> patch = flights.patchItem(
                "f-1", OWNER, CosmosPatchOperations.create().set("/month", 1).replace("/none", 1), ObjectNode.class);

        Sdk.assertRefused(patch, 400, 0, "/none");
        assertThat(read("f-1")).isEqualTo(before);
    }

    @Test
    void a_patch_keeps_id_and_partition_key() {
        flights.createItem(flight("f-1", "o-17", 11)).block();

        Sdk.assertRefused(patch(CosmosPatchOperations.create().set("/ownerId", "o-18")), 400, 0, "partition key");
        Sdk.assertRefused(patch(CosmosPatchOperations.create().set("/id", "f-2")), 400, 0, "id");
        Sdk.assertRefused(patch(CosmosPatchOperations.create().set("/_ts", 1)), 400, 0, "_ts");
    }

    private Mono<?> patch(CosmosPatchOperations operations) {
        return flights.patchItem("f-1", OWNER, operations, ObjectNode.class);
    }

    @Test
    void a_patch_is_done_only_when_its_condition_holds() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        CosmosPatchOperations toDecember = CosmosPatchOperations.create().set("/month", 12);
        CosmosPatchItemRequestOptions ifNovember =
                new CosmosPatchItemRequestOptions().setFilterPredicate("FROM c WHERE c.month = 11");

        assertThat(flights.patchItem("f-1", OWNER, toDecember, ifNovember, ObjectNode.class)
                        .block()
                        .getStatusCode())
                .isEqualTo(200);
        Sdk.assertRefused(
                flights.patchItem("f-1", OWNER, toDecember, ifNovember, ObjectNode.class), 412, 0, "precondition");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "true", "[\"FROM c WHERE false\"]", "{}"})
    void a_condition_that_is_no_text_is_refused_and_not_passed_over(String condition) {
        flights.createItem(flight("f-1", "o-17", 11)).block();

        RawClient.Answer refused = new RawClient(cosmos.cosmos())
                .send(
                        "PATCH",
                        pathOf("f-1"),
                        "{\"condition\":" + condition
                                + ",\"operations\":[{\"op\":\"set\",\"path\":\"/month\",\"value\":12}]}",
                        "x-ms-documentdb-partitionkey",
                        "[\"o-17\"]");

        RawClient.assertRefused(refused, 400, "BadRequest", "condition");
        assertThat(read("f-1").get("month").asInt()).isEqualTo(11);
    }

    @Test
    void a_condition_sees_the_system_properties() {
        ObjectNode created =
                flights.createItem(flight("f-1", "o-17", 11)).block().getItem();
        CosmosPatchOperations toDecember = CosmosPatchOperations.create().set("/month", 12);

        assertThat(flights.patchItem(
                                "f-1",
                                OWNER,
                                toDecember,
                                new CosmosPatchItemRequestOptions()
                                        .setFilterPredicate("FROM c WHERE c._ts = " + created.get("_ts")
                                                + " AND c._etag = '"
                                                + created.get("_etag").asText().replace("\"", "\\\"") + "'"),
                                ObjectNode.class)
                        .block()
                        .getItem()
                        .get("month")
                        .asInt())
                .isEqualTo(12);
    }

    @Test
    void the_operations_may_come_as_a_bare_array() {
        flights.createItem(flight("f-1", "o-17", 11)).block();
        String path = pathOf("f-1");

        RawClient.Answer patched = new RawClient(cosmos.cosmos())
                .send(
                        "PATCH",
                        path,
                        "[{\"op\":\"incr\",\"path\":\"/month\",\"value\":1}]",
                        "x-ms-documentdb-partitionkey",
                        "[\"o-17\"]");

        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.body().get("month").asInt()).isEqualTo(12);
    }

    private String pathOf(String id) {
        return flights.read().block().getResponseHeaders().get("x-ms-alt-content-path") + "/colls/flights/docs/" + id;
    }
}
