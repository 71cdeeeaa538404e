package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Answer;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Aggregations of which no part, or too few, are there although all that are missing are optional. */
@ExtendWith(NoBufferLeaks.class)
class MinPartsTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "gateway.aggregations.loose.path=/test/loose",
            "gateway.aggregations.loose.parts.a.backend=test",
            "gateway.aggregations.loose.parts.a.path=/a",
            "gateway.aggregations.loose.parts.a.required=false",
            "gateway.aggregations.loose.parts.b.backend=test",
            "gateway.aggregations.loose.parts.b.path=/b",
            "gateway.aggregations.loose.parts.b.required=false",
            "gateway.aggregations.late.path=/test/late",
            "gateway.aggregations.late.parts.a.backend=test",
            "gateway.aggregations.late.parts.a.path=/a",
            "gateway.aggregations.late.parts.a.required=false",
            "gateway.aggregations.late.parts.b.backend=test",
            "gateway.aggregations.late.parts.b.path=/b",
            "gateway.aggregations.late.parts.b.required=false",
            "gateway.aggregations.late.parts.b.timeout=300ms",
            "gateway.aggregations.any.path=/test/any",
            "gateway.aggregations.any.min-parts=0",
            "gateway.aggregations.any.parts.a.backend=test",
            "gateway.aggregations.any.parts.a.path=/a",
            "gateway.aggregations.any.parts.a.required=false",
            "gateway.aggregations.two.path=/test/two",
            "gateway.aggregations.two.min-parts=2",
            "gateway.aggregations.two.parts.sure.backend=test",
            "gateway.aggregations.two.parts.sure.path=/sure",
            "gateway.aggregations.two.parts.a.backend=test",
            "gateway.aggregations.two.parts.a.path=/a",
            "gateway.aggregations.two.parts.a.required=false");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    private static Response loose(Answer a, Answer b) {
        backend.on("/a", a).on("/b", b);
        return gateway.get("/test/loose");
    }

    @Test
    void without_any_part_the_call_fails_and_says_why_each_is_missing() {
        Response response = loose(with("Retry-After", "7", status(503)), status(500));

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.problem()).isEqualTo("backend-failed");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(response.header("Server-Timing")).contains("a;dur=", "b;dur=");
        assertThat(response.json().path("part").asString()).isEqualTo("b");
        assertThat(response.json().path("unavailable").valueStream().map(JsonNode::toString))
                .containsExactlyInAnyOrder(
                        "{\"part\":\"a\",\"type\":\"urn:drone-delivery:problem:backend-busy\","
                                + "\"title\":\"Backend busy\",\"status\":503}",
                        "{\"part\":\"b\",\"type\":\"urn:drone-delivery:problem:backend-failed\","
                                + "\"title\":\"Backend failed\",\"status\":502}");
    }

    @Test
    void the_failure_that_is_told_is_that_of_a_service_before_that_of_the_caller() {
        assertThat(loose(status(404), status(404)).status()).isEqualTo(404);
        assertThat(loose(status(404), status(410)).status()).isEqualTo(410);
        backend.on("/a", status(404)).on("/b", never());
        assertThat(gateway.get("/test/late").status()).isEqualTo(504);
        Response busy = loose(with("Retry-After", "7", status(503)), status(404));
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.header("Retry-After")).isEqualTo("7");
    }

    @Test
    void one_part_is_enough_also_one_that_is_null() {
        Response one = loose(json("1"), status(500));
        assertThat(one.status()).isEqualTo(200);
        assertThat(one.header("X-Aggregate-Completed")).isEqualTo("false");

        assertThat(loose(status(204), status(500)).body()).startsWith("{\"a\":null,\"unavailable\":[{\"part\":\"b\"");
    }

    @Test
    void how_many_are_enough_is_a_setting() {
        backend.on("/a", status(500)).on("/sure", "1");

        Response none = gateway.get("/test/any");
        assertThat(none.status()).isEqualTo(200);
        assertThat(none.body()).startsWith("{\"unavailable\":[{\"part\":\"a\"");

        assertThat(gateway.get("/test/two").status()).isEqualTo(502);
    }

    @Test
    void the_document_says_that_such_a_call_can_fail() {
        var paths = gateway.get("/v3/api-docs").json().path("paths");

        assertThat(paths.at("/~1test~1loose/get/responses/502").isObject()).isTrue();
        assertThat(paths.at("/~1test~1any/get/responses/502").isMissingNode()).isTrue();
        assertThat(paths.at(
                                "/~1test~1loose/get/responses/200/content/application~1json/schema/properties/a/description")
                        .asString())
                .isEqualTo("`null` when the backend has nothing to say.");
    }
}
