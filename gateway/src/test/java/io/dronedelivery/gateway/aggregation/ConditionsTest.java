package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that are called under conditions, and parts that the caller chooses. */
@ExtendWith(NoBufferLeaks.class)
class ConditionsTest {

    @RegisterExtension
    static final GatewayInFront front =
            GatewayInFront.aggregating("spring.config.additional-location=classpath:conditions.yml");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @BeforeEach
    void answer() {
        backend.on("/flying", "1")
                .on("/drones/dr-1", "{\"model\":\"m\"}")
                .on("/models/m", "2")
                .on("/waiting", "3")
                .on("/detail", "4")
                .on("/staff", "5")
                .on("/sure", "6");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"status\":\"flying\"}||flying waiting",
                "{\"status\":\"assigned\",\"droneId\":\"dr-1\"}||flying drone model",
                "{\"status\":\"done\",\"droneId\":null}||waiting",
                "{\"status\":{\"in\":\"flying\"}}||waiting",
                "{\"status\":[],\"big\":true}|?detail=full|waiting detail",
                "{\"big\":true}|?detail=less|waiting",
                "{\"big\":false}|?detail=full|waiting",
                "{\"big\":\"true\"}|?detail=full|waiting detail",
                "[]|?detail=full|waiting",
            })
    void a_part_is_called_when_all_of_its_conditions_hold(String delivery, String query, String parts) {
        backend.on("/delivery", delivery);

        Response response = gateway.get("/conditions" + (query == null ? "" : query));

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.json().propertyNames())
                .containsExactlyElementsOf(List.of(("delivery " + parts).split(" ")));
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls()).hasSize(1 + parts.split(" ").length);
    }

    @Test
    void a_skipped_part_has_an_outcome() {
        backend.on("/delivery", "{}");
        gateway.get("/conditions/loose");

        assertThat(gateway.bean(MeterRegistry.class)
                        .get("gateway.part")
                        .tags("aggregation", "loose", "part", "flying", "outcome", "skipped")
                        .timer()
                        .count())
                .isPositive();
    }

    @Test
    void a_condition_on_a_part_that_failed_is_a_failure() {
        backend.on("/delivery", status(500));

        Response response = gateway.get("/conditions/loose");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body())
                .contains("\"part\":\"delivery\"", "\"part\":\"flying\"", "\"needs\":\"delivery\"")
                .contains("unusable-value");
        assertThat(backend.calls("/flying")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "|delivery flying sure|3",
                "?parts=|delivery flying sure|3",
                "?parts=sure|sure|1",
                "?parts=flying|flying|2",
                "?parts=sure,flying|flying sure|3",
                "?parts=sure&parts=delivery|delivery sure|2",
                "?parts=sure,sure|sure|1",
            })
    void a_caller_names_the_parts_that_it_wants(String query, String parts, int calls) {
        backend.on("/delivery", "{\"status\":\"s\"}");

        Response response = gateway.get("/selectable" + (query == null ? "" : query));

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.json().propertyNames()).containsExactlyElementsOf(List.of(parts.split(" ")));
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls()).hasSize(calls);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"?parts=nobody", "?parts=sure,", "?parts=sure,delivery,flying,sure", "?parts=sure|delivery"})
    void a_part_that_cannot_be_chosen_is_refused(String query) {
        Response response = gateway.get("/selectable" + query.replace("|", "%7C"));

        assertThat(response.status()).isIn(200, 400);
        if (response.status() == 400) {
            assertThat(response.body()).contains("\"parts\"");
        }
        assertThat(query.equals("?parts=sure,")).isEqualTo(response.status() == 200);
    }

    @Test
    void a_choice_of_a_part_that_needs_a_failed_one_fails_as_that_one() {
        backend.on("/delivery", status(500));

        Response response = gateway.get("/selectable?parts=flying");

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.json().path("part").asString()).isEqualTo("delivery");
        assertThat(gateway.get("/selectable?parts=sure").status()).isEqualTo(200);
    }

    @Test
    void the_document_names_the_parts_to_choose() {
        var operation = gateway.get("/v3/api-docs").json().at("/paths/~1selectable/get");

        assertThat(operation.at("/parameters/0/name").asString()).isEqualTo("parts");
        assertThat(operation.at("/parameters/0/schema/items/enum").toString())
                .isEqualTo("[\"delivery\",\"flying\",\"sure\"]");
        assertThat(operation
                        .at("/responses/200/content/application~1json/schema/required")
                        .isMissingNode())
                .isTrue();
    }
}
