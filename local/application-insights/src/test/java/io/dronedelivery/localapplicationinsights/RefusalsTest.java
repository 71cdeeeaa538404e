package io.dronedelivery.localapplicationinsights;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is not taken, and what the sender is told. */
class RefusalsTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static final Instant NOW = Instant.now();
    private Http http;

    @BeforeEach
    void forget() {
        insights.insights().clear();
        http = new Http(insights.insights());
    }

    private static Envelope aRequest() {
        return Envelope.request(NOW, "a1", "GET /api/v1/invoices", Duration.ofMillis(120));
    }

    @Test
    void the_good_ones_of_a_post_are_taken_and_the_others_named_by_their_index() {
        Envelope withoutDuration = aRequest();
        withoutDuration.base().remove("duration");

        HttpResponse<String> answer = http.track(aRequest() + "\n" + withoutDuration + "\n{\"broken\n" + aRequest());

        assertThat(answer.statusCode()).isEqualTo(206);
        JsonNode result = Http.json(answer);
        assertThat(result.path("itemsReceived").asInt()).isEqualTo(4);
        assertThat(result.path("itemsAccepted").asInt()).isEqualTo(2);
        assertThat(result.path("errors")).hasSize(2);
        assertThat(result.path("errors").get(0).path("index").asInt()).isEqualTo(1);
        assertThat(result.path("errors").get(0).path("statusCode").asInt()).isEqualTo(400);
        assertThat(result.path("errors").get(0).path("message").asString())
                .contains("Field 'duration' on type 'RequestData' is required");
        assertThat(result.path("errors").get(1).path("message").asString()).startsWith("Not JSON");
        assertThat(insights.insights().requests()).hasSize(2);
    }

    @Test
    void another_instrumentation_key_is_refused_in_the_words_that_exporters_look_for() {
        HttpResponse<String> answer = http.track(
                aRequest().key("c4a29126-a7cb-47e5-b348-11414998b11e").toString());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Http.json(answer).path("errors").get(0).path("message").asString())
                .isEqualTo("Invalid instrumentation key");
        assertThat(insights.insights().requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            duration      | 12 ms             | Field 'duration'
            name          | {}                | Field 'name'
            success       |                   |
            id            |                   | Field 'id'
            """)
    void a_wrong_field_is_named(String field, String value, String message) {
        Envelope envelope = aRequest();
        if (value == null) {
            envelope.base().remove(field);
        } else if (value.equals("{}")) {
            envelope.base().putObject(field);
        } else {
            envelope.base().put(field, value);
        }

        HttpResponse<String> answer = http.track(envelope.toString());

        assertThat(answer.statusCode()).isEqualTo(message == null ? 200 : 400);
        assertThat(answer.body()).contains(message == null ? "\"errors\":[]" : message);
    }

    @Test
    void a_value_beyond_all_figures_is_refused_by_the_field_s_name() {
        String metric = Envelope.metric(NOW, "queued", 17.25, 1).toString();
        for (String value : List.of("1e999", "-1e999", "1" + "0".repeat(400))) {
            HttpResponse<String> answer = http.track(metric.replace("17.25", value));

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(Http.json(answer).path("errors").get(0).path("message").asString())
                    .contains("Field 'value' on type 'DataPoint'");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                                    | no telemetry
            not json                                                              | Not JSON
            [{"a":1}                                                              | Not JSON
            []                                                                    | no telemetry
            42                                                                    | Envelope
            {"iKey":"00000000-0000-0000-0000-0000000010ca"}                       | Field 'data'
            {"iKey":"00000000-0000-0000-0000-0000000010ca","time":"noon","data":{"baseType":"MessageData","baseData":{"message":"m"}}} | Field 'time'
            {"iKey":"00000000-0000-0000-0000-0000000010ca","sampleRate":0,"data":{"baseType":"MessageData","baseData":{"message":"m"}}} | sampleRate
            {"iKey":"00000000-0000-0000-0000-0000000010ca","data":{"baseType":"AvailabilityData","baseData":{}}} | AvailabilityData
            """)
    void what_cannot_be_read_is_refused_with_the_reason(String body, String message) {
        HttpResponse<String> answer = http.track(body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Http.json(answer).path("errors").get(0).path("message").asString())
                .contains(message);
    }

    @Test
    void a_body_that_is_not_what_its_encoding_says_is_refused() {
        assertThat(http.track("plain", "content-encoding", "gzip").statusCode()).isEqualTo(400);
        assertThat(http.track("plain", "content-encoding", "br").statusCode()).isEqualTo(415);
    }

    @Test
    void a_small_body_that_grows_without_end_is_refused() {
        HttpResponse<String> answer =
                http.send("POST", "v2.1/track", Http.gzip(" ".repeat(70_000_000)), "content-encoding", "gzip");

        assertThat(answer.statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%zz", "/api/overview?minutes=%g0", "/v2.1/track?a=%"})
    void a_url_that_is_not_percent_encoded_is_refused(String url) throws Exception {
        try (Socket socket = new Socket("localhost", insights.insights().port())) {
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .formatted(url)
                            .getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 400")
                    .contains("The URL is not percent-encoded: ");
        }
    }

    @Test
    void a_name_that_only_points_to_this_machine_is_refused() throws Exception {
        try (Socket socket = new Socket("localhost", insights.insights().port())) {
            socket.getOutputStream()
                    .write("GET /api/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void other_methods_paths_and_parameters_are_refused() {
        assertThat(http.get("v2.1/track").statusCode()).isEqualTo(405);
        assertThat(http.get("v3/track").statusCode()).isEqualTo(404);
        assertThat(http.get("api/nothing").statusCode()).isEqualTo(404);
        assertThat(http.get("api/overview?minutes=x").body()).contains("minutes must be a whole number");
        assertThat(http.get("api/transactions?sort=fast").body()).contains("slowest, latest");
        assertThat(http.get("api/transactions/unknown").statusCode()).isEqualTo(404);
    }
}
