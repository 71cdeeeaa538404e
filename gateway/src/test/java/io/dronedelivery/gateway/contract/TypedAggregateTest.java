package io.dronedelivery.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestGateway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class TypedAggregateTest {

    private static TestGateway gateway;
    private static JsonNode api;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start("gateway.sample=false", "spring.config.additional-location=classpath:typed.yml");
        api = gateway.get("/v3/api-docs").json();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void a_part_has_the_schema_of_its_backends_contract() {
        JsonNode parts = operation().at("/responses/200/content/application~1json/schema/properties");

        assertThat(parts.at("/order/$ref").asString()).isEqualTo("#/components/schemas/Order");
        assertThat(parts.at("/latest/$ref").asString()).isEqualTo("#/components/schemas/Item");
        assertThat(parts.at("/any").has("$ref")).isFalse();
        assertThat(parts.at("/any").has("type")).isFalse();
        assertThat(parts.at("/each/items/anyOf/0/$ref").asString()).isEqualTo("#/components/schemas/StockItem");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shaped|{'anyOf':[{'type':'object','properties':{'sku':{'type':'string'}}},{'type':'null'}]}",
                "less|{'type':'object','required':['owner'],'properties':{'owner':{'type':'object','properties':{}},"
                        + "'kg':{'type':'number','exclusiveMinimum':0},'default':{'$ref':'#/components/schemas/Item'},"
                        + "'items':{'type':'array','items':{'type':'object','properties':{'sku':{'type':'string'}}}}}}",
                "owner|{'type':'object','properties':{'id':{'type':['string','null']}}}",
                "skus|{'anyOf':[{'type':'array','items':{'anyOf':[{'type':'string'},{'type':'null'}]}},{'type':'null'}]}",
                "batch|{'type':'array','items':{'anyOf':[{'type':'object','required':['left'],"
                        + "'properties':{'left':{'type':'integer'}}},{'type':'null'}]}}",
                "two|{'anyOf':[{'$ref':'#/components/schemas/Item'},{'$ref':'#/components/schemas/StockItem'}]}",
                "constant|{'$ref':'#/components/schemas/StockItem'}",
            })
    void a_part_that_is_shaped_has_the_schema_of_what_is_left(String part, String schema) {
        ObjectNode shown = (ObjectNode) operation()
                .at("/responses/200/content/application~1json/schema/properties/" + part)
                .deepCopy();
        shown.remove("description");

        assertThat(shown).isEqualTo(new JsonMapper().readTree(schema.replace('\'', '"')));
    }

    @Test
    void lists_of_what_is_missing_have_the_names_of_the_parts() {
        JsonNode body = operation().at("/responses/200/content/application~1json/schema/properties");

        assertThat(body.at("/unavailable/items/allOf/1/properties/part/enum").toString())
                .isEqualTo("[\"stock\",\"each\",\"shaped\",\"batch\",\"any\"]");
        assertThat(body.at("/stale/items/properties/part/enum").toString()).isEqualTo("[\"constant\"]");
    }

    @Test
    void an_optional_part_may_be_null_when_its_backend_has_no_content() {
        JsonNode stock = operation().at("/responses/200/content/application~1json/schema/properties/stock/anyOf");

        assertThat(stock.at("/0/$ref").asString()).isEqualTo("#/components/schemas/StockItem");
        assertThat(stock.at("/1/type").asString()).isEqualTo("null");
    }

    @Test
    void components_come_along_and_the_second_of_a_name_has_the_backends_name_before_it() {
        JsonNode schemas = api.at("/components/schemas");

        assertThat(schemas.at("/Item/properties/sku/type").asString()).isEqualTo("string");
        assertThat(schemas.at("/Item/properties/parent/$ref").asString()).isEqualTo("#/components/schemas/Item");
        assertThat(schemas.at("/StockItem/properties/left/type").asString()).isEqualTo("integer");
        assertThat(schemas.at("/StockItem/properties/since/example").asString()).isEqualTo("2026-11-28");
        assertThat(schemas.at("/Order/properties/items/items/$ref").asString()).isEqualTo("#/components/schemas/Item");
        assertThat(schemas.at("/Order/properties/default/$ref").asString()).isEqualTo("#/components/schemas/Item");
    }

    @Test
    void what_openapi_3_0_says_in_other_words_is_said_in_those_of_3_1() {
        JsonNode order = api.at("/components/schemas/Order/properties");

        assertThat(order.at("/owner/properties/id/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(order.at("/owner/properties/id").has("nullable")).isFalse();
        assertThat(order.at("/weight/exclusiveMinimum").asInt(-1)).isZero();
        assertThat(order.at("/weight").has("minimum")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "order, '{\"type\":\"integer\",\"format\":\"int64\",\"minimum\":1,\"maximum\":99}'",
        "sku, '{\"type\":\"string\",\"pattern\":\"^(?:[a-z]{3})$\",\"minLength\":1}'",
        "view, '{\"type\":\"string\",\"pattern\":\"^(?:\\\\Qfull\\\\E|\\\\Qshort\\\\E)$\",\"minLength\":1}'",
    })
    void a_variable_has_the_bounds_of_the_parameter_that_it_becomes(String name, String schema) {
        JsonNode parameter = null;
        for (JsonNode one : operation().path("parameters")) {
            parameter = one.path("name").asString().equals(name) ? one : parameter;
        }

        assertThat(parameter).isNotNull();
        assertThat(parameter.path("schema")).isEqualTo(new JsonMapper().readTree(schema));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/orders/0/abc, order",
        "/api/orders/x/abc, order",
        "/api/orders/1/ABC, sku",
        "/api/orders/1/abc?view=all, view"
    })
    void a_caller_that_breaks_them_is_refused_before_any_call(String path, String field) {
        TestGateway.Response answer = gateway.get(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/errors/0/field").asString()).isEqualTo(field);
    }

    private static JsonNode operation() {
        return api.at("/paths/~1api~1orders~1{order}~1{sku}/get");
    }
}
