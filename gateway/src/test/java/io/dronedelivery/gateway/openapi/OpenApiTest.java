package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestGateway;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springdoc.core.service.OpenAPIService;
import org.springframework.test.util.ReflectionTestUtils;
import tools.jackson.databind.JsonNode;

class OpenApiTest {

    private static TestGateway gateway;
    private static JsonNode api;

    @BeforeAll
    static void start() {
        gateway = TestGateway.asShipped(
                "gateway.forwards.dispatch-messages.enabled=true",
                "gateway.forwards.delivery.method=DELETE",
                "gateway.forwards.delivery.path=/api/v1/deliveries/{deliveryId}",
                "gateway.forwards.delivery.access=public",
                "gateway.backends.other.base-url=http://localhost:1",
                "gateway.forwards.delivery.backend=other",
                "gateway.forwards.delivery.target=/api/deliveries/{deliveryId}");
        api = gateway.get("/v3/api-docs").json();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void every_aggregation_is_an_operation() {
        assertThat(api.path("openapi").asString()).startsWith("3.");
        assertThat(api.path("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/api/v1/owners/{ownerId}/invoices/{year}/{month}",
                        "/api/invoices",
                        "/api/v1/owners/{ownerId}/deliveries",
                        "/api/v1/deliveries/{deliveryId}",
                        "/api/v1/deliveries/{deliveryId}/overview",
                        "/api/v1/deliveries",
                        "/api/v1/drones/{droneId}",
                        "/api/v1/drones/{droneId}/positions",
                        "/api/v1/drones/positions",
                        "/api/v1/dispatch/status",
                        "/api/v1/dispatch/messages",
                        "/api/math/{number}");
        JsonNode operation = operation("/api/v1/owners/{ownerId}/invoices/{year}/{month}");
        assertThat(operation.path("operationId").asString()).isEqualTo("owner-invoice");
        assertThat(operation.path("summary").asString()).isEqualTo("An owner's month");
        assertThat(operation.at("/tags/0").asString()).isEqualTo("invoices");
        assertThat(operation.path("description").asString())
                .contains("`droneUtilization` (optional, from drone, within 2000 ms)");
    }

    @Test
    void parameters_have_their_rules() {
        JsonNode owner = parameter("/api/v1/owners/{ownerId}/invoices/{year}/{month}", "ownerId");
        assertThat(owner.path("in").asString()).isEqualTo("path");
        assertThat(owner.path("required").asBoolean()).isTrue();
        assertThat(owner.at("/schema/type").asString()).isEqualTo("string");
        assertThat(owner.at("/schema/pattern").asString()).isEqualTo("^(?:[A-Za-z0-9._-]{1,64})$");
        assertThat(owner.path("example").asString()).isEqualTo("o-17");

        JsonNode month = parameter("/api/invoices", "month");
        assertThat(month.path("in").asString()).isEqualTo("query");
        assertThat(month.at("/schema/type").asString()).isEqualTo("integer");
        assertThat(month.at("/schema/minimum").asInt()).isEqualTo(1);
        assertThat(month.at("/schema/maximum").asInt()).isEqualTo(12);
    }

    @Test
    void responses_tell_the_parts_and_the_problems() {
        JsonNode responses = operation("/api/v1/deliveries/{deliveryId}").path("responses");
        assertThat(responses.propertyNames()).contains("200", "400", "404", "406", "502", "503", "504");
        JsonNode body = responses.at("/200/content/application~1json/schema");
        assertThat(body.path("properties").propertyNames())
                .containsExactly("deliveryId", "delivery", "packages", "flight", "unavailable");
        assertThat(body.path("required"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("deliveryId", "delivery", "packages");
        assertThat(responses.at("/200/headers").propertyNames()).contains("Server-Timing", "X-Aggregate-Completed");

        assertThat(responses
                        .at("/504/content/application~1problem+json/schema/$ref")
                        .asString())
                .isEqualTo("#/components/schemas/Problem");
        assertThat(api.at("/components/schemas/Problem/properties/detail").isMissingNode())
                .isFalse();
    }

    @Test
    void a_forward_is_an_operation_with_what_it_takes_and_gives() {
        JsonNode operation = api.path("paths").path("/api/v1/deliveries").path("post");
        assertThat(operation.path("operationId").asString()).isEqualTo("request-delivery");
        assertThat(operation.path("description").asString()).endsWith("Passed on to delivery, within 3000 ms.");
        assertThat(operation
                        .at("/requestBody/content/application~1json/example/ownerId")
                        .asString())
                .isEqualTo("o-17");
        assertThat(operation.path("parameters"))
                .extracting(parameter -> parameter.path("name").asString())
                .containsExactly("X-Request-Timeout-Ms", "Idempotency-Key");
        assertThat(operation.at("/parameters/1/schema/maxLength").asInt()).isEqualTo(255);
        assertThat(operation.at("/parameters/1/schema/pattern").asString()).isEqualTo("^[ -~]*$");
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        assertThat(schema.path("required"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("ownerId", "pickup", "dropoff", "packages");
        assertThat(schema.at("/properties/packages/items/properties/size/enum"))
                .extracting(JsonNode::asString)
                .containsExactly("small", "medium", "large");
        assertThat(schema.at("/properties/packages/maxItems").asInt()).isEqualTo(7);
        assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
        JsonNode responses = operation.path("responses");
        assertThat(responses.propertyNames())
                .containsExactly("202", "400", "408", "413", "415", "422", "502", "503", "504");
        assertThat(responses.at("/202/headers/Location").isMissingNode()).isFalse();
        assertThat(responses
                        .at("/422/content/application~1problem+json/schema/$ref")
                        .asString())
                .isEqualTo("#/components/schemas/Problem");
        JsonNode count = api.at("/paths/~1api~1v1~1dispatch~1messages/post/parameters/0");
        assertThat(count.path("name").asString()).isEqualTo("count");
        assertThat(count.path("in").asString()).isEqualTo("query");
        assertThat(count.path("required").asBoolean()).isFalse();
        assertThat(count.at("/schema/maximum").asInt()).isEqualTo(1000);
    }

    @Test
    void a_streamed_forward_is_described_as_a_stream() {
        JsonNode operation = operation("/api/v1/drones/{droneId}/positions");
        assertThat(operation.path("description").asString())
                .endsWith("Passed on to drone, within 3000 ms; from then on while it comes, for at most 900 s.");
        assertThat(operation.at("/responses/200/content").propertyNames()).containsExactly("text/event-stream");
        assertThat(operation.path("parameters"))
                .extracting(parameter -> parameter.path("name").asString())
                .contains("Last-Event-ID");
    }

    /** As the specification of OpenAPI requires it, and generators of clients rely on it. */
    @Test
    void a_forward_that_is_called_like_an_aggregation_is_an_operation_of_another_name() {
        JsonNode path = api.path("paths").path("/api/v1/deliveries/{deliveryId}");

        assertThat(path.at("/get/operationId").asString()).isEqualTo("delivery");
        assertThat(path.at("/delete/operationId").asString()).isEqualTo("delivery-forward");
    }

    /** springdoc keeps a document for each language, for ever, and callers can invent languages. */
    @Test
    void there_is_one_document_for_all_languages() {
        for (char c = 'a'; c <= 'z'; c++) {
            for (String language : new String[] {"en-x-" + c, "de-x-" + c, "fr", "zz-" + c + c, c + "a"}) {
                gateway.get("/v3/api-docs", "Accept-Language", language);
            }
        }

        assertThat((Map<?, ?>) ReflectionTestUtils.getField(gateway.bean(OpenAPIService.class), "cachedOpenAPI"))
                .hasSize(1);
    }

    @Test
    void there_is_no_page_unless_it_is_wanted() {
        assertThat(gateway.get("/swagger-ui.html").status()).isEqualTo(404);
        assertThat(gateway.get("/webjars/swagger-ui/index.html").status()).isEqualTo(404);
    }

    @Test
    void the_deadline_has_the_bounds_that_are_checked() {
        JsonNode schema = parameter("/api/invoices", "X-Request-Timeout-Ms").path("schema");

        assertThat(schema.path("minimum").asInt()).isEqualTo(1);
        assertThat(schema.path("maximum").asInt()).isEqualTo(3_600_000);
        for (String path : new String[] {"/api/v1/dispatch/status", "/api/v1/deliveries/{deliveryId}"}) {
            assertThat(operation(path).path("responses").has("400")).as(path).isTrue();
        }
        assertThat(api.at("/paths/~1api~1v1~1deliveries/post/responses").propertyNames())
                .contains("408", "415");
    }

    private static JsonNode operation(String path) {
        return api.path("paths").path(path).path("get");
    }

    private static JsonNode parameter(String path, String name) {
        for (JsonNode parameter : operation(path).path("parameters")) {
            if (parameter.path("name").asString().equals(name)) {
                return parameter;
            }
        }
        throw new AssertionError("There is no parameter " + name);
    }
}
