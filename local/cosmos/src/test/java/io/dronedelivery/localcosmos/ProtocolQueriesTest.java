package io.dronedelivery.localcosmos;

import static io.dronedelivery.localcosmos.RawClient.DOCS;
import static io.dronedelivery.localcosmos.RawClient.KEY;
import static io.dronedelivery.localcosmos.RawClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries and plans of them as no SDK asks for them. */
class ProtocolQueriesTest {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.with(o -> o.partitions(3));

    private RawClient client;

    @BeforeEach
    void container() {
        client = RawClient.ofFlights(cosmos.cosmos());
    }

    @Test
    void of_several_properties_of_one_name_the_last_counts() {
        client.post(DOCS, "{\"id\":\"twice\",\"ownerId\":\"o-1\",\"s\":\"a\",\"s\":\"b\"}", KEY, "[\"o-1\"]");

        assertThat(idsWith("a")).isEqualTo("[]");
        assertThat(idsWith("b")).isEqualTo("[\"twice\"]");
    }

    private String idsWith(String s) {
        return query("SELECT VALUE c.id FROM c WHERE c.s = '" + s + "'", "o-1");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 63, 64, 65, 200})
    void a_query_may_compare_more_properties_than_an_index_is_built_over(int properties) {
        String name = "wide-" + properties;
        String query = IntStream.range(0, properties)
                .mapToObj(i -> "c.p" + i + " = " + i)
                .collect(
                        Collectors.joining(" AND ", "SELECT VALUE c.id FROM c WHERE ", " AND c.name = '" + name + "'"));
        String document = IntStream.range(0, properties)
                .mapToObj(i -> "\"p" + i + "\":" + i)
                .collect(Collectors.joining(",", "{\"ownerId\":\"" + name + "\",", ",\"name\":\"" + name + "\"}"));

        assertThat(query(query, name)).as("of no documents").isEqualTo("[]");
        assertThat(client.post(DOCS, document.replace("}", ",\"id\":\"f-1\"}"), KEY, "[\"" + name + "\"]")
                        .status())
                .isEqualTo(201);
        client.post(
                DOCS,
                document.replace("}", ",\"id\":\"f-2\"}").replace("\"p15\":15", "\"p15\":16"),
                KEY,
                "[\"" + name + "\"]");
        assertThat(query(query, name)).isEqualTo("[\"f-1\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "[{\"n\":1e999}]"})
    void a_parameter_with_a_number_beyond_the_doubles_is_refused(String value) {
        assertRefused(
                client.post(
                        DOCS,
                        "{\"query\":\"SELECT @x AS x FROM c\",\"parameters\":[{\"name\":\"@x\",\"value\":" + value
                                + "}]}",
                        "x-ms-documentdb-isquery",
                        "true",
                        KEY,
                        "[\"o-1\"]"),
                400,
                "BadRequest",
                "'@x' has a number that is too large for a double");
    }

    @Test
    void a_query_that_makes_too_long_a_text_is_refused_wherever_that_is() {
        String text = "REPLACE(REPLICATE('a', 9000), 'a', REPLICATE('b', 9000))";
        String document = "{\"id\":\"text\",\"ownerId\":\"o-text\"}";
        String[] owner = {KEY, "[\"o-text\"]"};
        client.post(DOCS, document, owner);

        for (String query : new String[] {
            "SELECT VALUE " + text + " FROM c",
            "SELECT * FROM c WHERE c.id = " + text,
            "SELECT * FROM c WHERE c.id IN (" + text + ", 'text') ORDER BY c.id"
        }) {
            String body = "{\"query\":\"" + query + "\"}";
            assertRefused(
                    client.post(DOCS, body, "x-ms-documentdb-isquery", "true", owner[0], owner[1]),
                    400,
                    "BadRequest",
                    "4194304 characters");
        }
        assertRefused(
                client.post(
                        "dbs",
                        "{\"query\":\"SELECT * FROM c WHERE c.id = " + text + "\"}",
                        "x-ms-documentdb-isquery",
                        "true"),
                400,
                "BadRequest",
                "4194304 characters");
        assertRefused(
                client.send(
                        "PATCH",
                        DOCS + "/text",
                        "{\"condition\":\"FROM c WHERE c.id = " + text
                                + "\",\"operations\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]}",
                        owner),
                400,
                "BadRequest",
                "4194304 characters");
    }

    private String query(String query, String owner) {
        return client.post(
                        DOCS,
                        "{\"query\":\"" + query + "\"}",
                        "x-ms-documentdb-isquery",
                        "true",
                        KEY,
                        "[\"" + owner + "\"]")
                .body()
                .path("Documents")
                .toString();
    }

    @Test
    void a_plan_that_the_client_cannot_follow_is_refused_by_name() {
        String query = "{\"query\":\"SELECT c.month, COUNT(1) AS n FROM c GROUP BY c.month\"}";
        String plan = "x-ms-cosmos-is-query-plan-request";
        String features = "x-ms-cosmos-supported-query-features";

        assertRefused(
                client.post(DOCS, query, plan, "True", features, "Aggregate, OrderBy"), 400, "BadRequest", "GroupBy");
        assertThat(client.post(DOCS, query, plan, "True", features, "Aggregate, GroupBy")
                        .status())
                .isEqualTo(200);
        String countIf = query.replace("COUNT(1)", "COUNTIF(c.a)");
        assertRefused(
                client.post(DOCS, countIf, plan, "True", features, "Aggregate, GroupBy"), 400, "BadRequest", "CountIf");
        String list = "{\"query\":\"SELECT VALUE MAKESET(c.a) FROM c\"}";
        assertRefused(
                client.post(DOCS, list, plan, "True", features, "Aggregate, CountIf"),
                400,
                "BadRequest",
                "ListAndSetAggregate");
    }

    @Test
    void a_query_has_its_metrics_when_they_are_requested() {
        for (int i = 0; i < 3; i++) {
            client.post(DOCS, "{\"id\":\"m-" + i + "\",\"ownerId\":\"o-m\",\"n\":" + i + "}", KEY, "[\"o-m\"]");
        }
        String query = "{\"query\":\"SELECT * FROM c WHERE c.n > 0\"}";
        String isQuery = "x-ms-documentdb-isquery";
        String metrics = "x-ms-documentdb-query-metrics";

        assertThat(client.post(DOCS, query, isQuery, "true", KEY, "[\"o-m\"]").headers())
                .doesNotContainKey(metrics);
        String measured = client.post(
                        DOCS, query, isQuery, "true", "x-ms-documentdb-populatequerymetrics", "True", KEY, "[\"o-m\"]")
                .headers()
                .get(metrics);
        assertThat(measured)
                .matches("totalExecutionTimeInMs=[0-9]+\\.[0-9]{2};.*")
                .contains("retrievedDocumentCount=3;", "outputDocumentCount=2;", "indexUtilizationRatio=0.67");
    }

    @Test
    void a_client_that_names_no_features_gets_no_plan_that_needs_some() {
        assertRefused(
                client.post(
                        DOCS,
                        "{\"query\":\"SELECT VALUE COUNT(1) FROM c\"}",
                        "x-ms-cosmos-is-query-plan-request",
                        "True"),
                400,
                "BadRequest",
                "Aggregate");
    }
}
