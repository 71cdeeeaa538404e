package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Sinks;

/** Parts that are called for the elements of lists. */
@ExtendWith(NoBufferLeaks.class)
class ListsTest {

    @RegisterExtension
    static final GatewayInFront front =
            GatewayInFront.aggregating("spring.config.additional-location=classpath:lists.yml");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @Test
    void each_different_element_is_called_once_and_in_order() {
        backend.on(
                        "/delivery",
                        "{\"flights\":[{\"droneId\":\"b\"},{\"droneId\":\"a 1\"},{},{\"droneId\":null},{\"droneId\":\"b\"}]}")
                .on("/drones/b", "{\"base\":2}")
                .on("/drones/a 1", "{\"base\":1}")
                .on("/bases", "0");

        Response response = gateway.get("/each");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).endsWith(",\"drones\":[{\"base\":2},{\"base\":1}],\"bases\":[0,0]}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls()).hasSize(5);
        assertThat(backend.calls("/bases"))
                .extracting(Call::uri)
                .containsExactlyInAnyOrder("/bases?of=2", "/bases?of=1");
    }

    @Test
    void a_failed_element_is_null_and_has_a_reason() {
        backend.on("/delivery", "{\"flights\":[{\"droneId\":\"a\"},{\"droneId\":\"b\"},{\"droneId\":\"c\"}]}")
                .on("/drones/a", "{}")
                .on("/drones/b", status(500))
                .on("/drones/c", "3");

        Response response = gateway.get("/each");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.body())
                .endsWith(",\"drones\":[{},null,3],\"bases\":[],\"unavailable\":[{\"part\":\"drones\",\"type\":"
                        + "\"urn:drone-delivery:problem:backend-failed\",\"title\":\"Backend failed\",\"status\":502,"
                        + "\"element\":\"b\"}]}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("false");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"flights\":[{\"droneId\":{}}]}|has an object or an array where a text is needed",
                "{\"flights\":[{\"droneId\":1},{\"droneId\":2},{\"droneId\":3},{\"droneId\":4},{\"droneId\":5}]}|has 5 different elements, above the maximum of 4",
                "{\"flights\":[{\"droneId\":\"..\"}]}|has an element that is '..'",
                "{\"flights\":[{\"droneId\":\"\"}]}|has an element that is empty",
            })
    void a_list_that_cannot_be_used_is_the_failure_of_its_part(String delivery, String why) {
        backend.on("/delivery", delivery);

        Response response = gateway.get("/each");

        assertThat(response.problem()).isEqualTo("unusable-value");
        assertThat(response.json().path("part").asString()).isEqualTo("drones");
        assertThat(response.json().path("detail").asString()).contains("delivery.flights[*].droneId, which " + why);
        assertThat(backend.calls()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {"{\"flights\":[]}", "{}", "[1]", "null", "{\"flights\":{\"droneId\":1}}"})
    void without_elements_the_list_is_empty(String delivery) {
        backend.on("/delivery", delivery);

        assertThat(gateway.get("/each").body()).isEqualTo("{\"delivery\":" + delivery + ",\"drones\":[],\"bases\":[]}");
        assertThat(backend.calls()).hasSize(1);
    }

    @Test
    void elements_wait_for_room_at_their_backend() {
        Sinks.Empty<Void> gate = Sinks.empty();
        String flights = IntStream.range(0, 12)
                .mapToObj(i -> "{\"droneId\":\"d" + i + "\"}")
                .collect(Collectors.joining(",", "{\"flights\":[", "]}"));
        backend.on("/delivery", flights);
        IntStream.range(0, 11).forEach(i -> backend.on("/drones/d" + i, behind(gate, json("" + i))));

        CompletableFuture<Response> answer = gateway.getLater("/narrow");
        await().until(() -> backend.running() == 2);
        gate.tryEmitEmpty();

        // The last one is not found.
        assertThat(answer.join().body()).endsWith(",\"drones\":[0,1,2,3,4,5,6,7,8,9,10,null]}");
        assertThat(backend.mostRunning()).isLessThanOrEqualTo(2);
        assertThat(backend.calls("/drones/d3").get(0).header("X-Drone")).isEqualTo("d3");
    }

    @Test
    void a_batch_is_one_call_whose_values_are_put_back_by_key() {
        backend.on("/delivery", "{\"id\":7,\"packages\":[\"x,1\",\"y\",\"x,1\",\"z&\"]}")
                .on(
                        "/prices",
                        "[{\"sku\":{\"id\":\"z&\"},\"p\":3},{\"sku\":{}},[],{\"p\":1,\"sku\":{\"id\":\"x\\u002c1\"}},{\"sku\":{\"id\":\"other\"}}]")
                .on("/repeated", "{\"n\":{},\"result\":{\"items\":[ {\"sku\":\"y\"} , {\"sku\":\"y\",\"second\":1}]}}");

        Response response = gateway.get("/batch");

        assertThat(response.body())
                .endsWith(
                        ",\"prices\":[{\"p\":1,\"sku\":{\"id\":\"x\\u002c1\"}},null,{\"sku\":{\"id\":\"z&\"},\"p\":3}],"
                                + "\"repeated\":[null,{\"sku\":\"y\"},null]}");
        assertThat(response.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(backend.calls("/prices").get(0).uri()).isEqualTo("/prices?sku=x%2C1,y,z%26&of=7");
        assertThat(backend.calls("/repeated").get(0).uri()).isEqualTo("/repeated?sku=x%2C1&sku=y&sku=z%26");
        assertThat(backend.calls()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {"{}", "null", "{\"result\":[]}", "{\"result\":{\"items\":{}}}"})
    void an_answer_without_the_list_is_a_failure_of_the_backend(String answer) {
        backend.on("/delivery", "{\"id\":7,\"packages\":[1]}")
                .on("/prices", answer)
                .on("/repeated", answer);

        Response response = gateway.get("/batch");

        assertThat(response.json().path("unavailable").size()).isEqualTo(2);
        assertThat(response.body())
                .contains("\"part\":\"prices\",\"type\":\"urn:drone-delivery:problem:backend-failed\"");
    }
}
