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
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in for parts whose backend fails. */
@ExtendWith(NoBufferLeaks.class)
class FallbackTest {

    @RegisterExtension
    static final GatewayInFront front =
            GatewayInFront.aggregating("spring.config.additional-location=classpath:fallbacks.yml");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void answer() {
        backend.on("/sure", "{\"place\":\"p\",\"lines\":[]}")
                .on("/weather/p", "{\"condition\":\"sun\"}")
                .on("/rates", "1")
                .on("/both", "2");
    }

    private static Response get(String id, Answer month, String... headers) {
        backend.on("/months/" + id, month);
        return gateway.get("/fallbacks/" + id, headers);
    }

    private static Answer month(int total) {
        return json("{\"total\":" + total + ",\"secret\":1}");
    }

    @Test
    void nothing_stands_in_for_what_is_there() {
        Response response = get("whole", month(1));

        assertThat(response.body())
                .endsWith(
                        "\"weather\":{\"condition\":\"sun\"},\"month\":{\"total\":1},\"rates\":1,\"lines\":[],\"both\":2}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 429, 503, 418})
    void a_constant_stands_in_for_a_backend_that_fails(int status) {
        backend.on("/weather/p", status(status));

        Response response = get("constant", month(1));

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.body())
                .contains("\"weather\":{\"condition\":\"unknown\"}")
                .endsWith(",\"stale\":[{\"part\":\"weather\",\"from\":\"value\"}]}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("gateway.part.fallback")
                        .tags("part", "weather", "from", "value")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void a_constant_stands_in_for_a_late_backend_and_for_a_missing_value() {
        backend.on("/weather/p", never());
        Response late = get("late", month(1), "X-Request-Timeout-Ms", "2500");
        assertThat(late.body()).contains("\"weather\":{\"condition\":\"unknown\"}");

        backend.on("/sure", "{}");
        Response missing = get("late", month(1));
        assertThat(missing.body())
                .contains("\"weather\":{\"condition\":\"unknown\"}")
                .contains("{\"part\":\"rates\",\"type\":\"urn:drone-delivery:problem:unusable-value\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 403, 400})
    void a_refusal_is_an_answer_and_has_no_fallback(int status) {
        get("refused", month(1));

        Response response = get("refused", status(status));

        assertThat(response.status()).isEqualTo(status);
    }

    @Test
    void the_last_good_answer_stands_in_for_the_same_request_alone() {
        assertThat(get("kept", month(5)).header("X-Aggregate-Completed")).isEqualTo("true");

        Response again = get("kept", status(500));
        Response other = get("other", status(500));
        Response otherHeader = get("kept", status(500), "X-Role", "staff");

        assertThat(again.body()).contains("\"month\":{\"total\":5}");
        assertThat(again.json().at("/stale/0/from").asString()).isEqualTo("last-good");
        assertThat(again.json().at("/stale/0/ageSeconds").asInt()).isBetween(0, 600);
        assertThat(other.body()).contains("\"month\":null", "{\"part\":\"month\",\"from\":\"value\"}");
        assertThat(otherHeader.body()).contains("\"month\":null");
    }

    @Test
    void what_a_backend_forbids_to_store_is_not_kept() {
        get("secret", with("Cache-Control", "private, No-Store", month(5)));

        assertThat(get("secret", status(500)).body()).contains("\"month\":null");
    }

    @Test
    void another_backend_stands_in_and_its_answer_is_the_part() {
        backend.on("/rates", status(500)).on("/other/rates", "3");

        Response response = get("elsewhere", month(1));

        assertThat(response.body()).contains("\"rates\":3").doesNotContain("stale");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls("/other/rates").get(0).uri()).isEqualTo("/other/rates?of=p");
    }

    @Test
    void when_the_other_backend_fails_too_the_next_one_stands_in() {
        get("both", month(1));
        backend.on("/both", status(500)).on("/other/both", status(500)).on("/rates", status(500));

        Response response = get("both", month(1));

        assertThat(response.body())
                .contains("\"both\":2", "{\"part\":\"both\",\"from\":\"last-good\",\"ageSeconds\":")
                .contains("\"unavailable\":[{\"part\":\"rates\",\"type\":\"urn:drone-delivery:problem:not-found\"");
    }
}
