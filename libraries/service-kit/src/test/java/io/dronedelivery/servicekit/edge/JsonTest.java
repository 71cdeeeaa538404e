package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** What every service's JSON looks like; callers compare bytes. */
@EdgeServiceTest
class JsonTest {

    @Autowired
    WebTestClient http;

    @Test
    void members_keep_their_order_and_numbers_their_digits() {
        assertThat(
                        label(
                                "{\"city\":\"Zürich 🚁\",\"weight\":1E+3,\"street\":\"a/b\",\"floor\":2,\"printed\":\"2026-01-31\"}"))
                .isEqualTo(
                        "{\"street\":\"a/b\",\"weight\":1000,\"city\":\"Zürich \\uD83D\\uDE81\",\"floor\":2,\"printed\":\"2026-01-31\"}");
    }

    @Test
    void members_that_are_absent_null_or_unknown_and_text_behind_the_value_are_no_errors() {
        assertThat(label("{\"weight\":0.10,\"floor\":null,\"unknown\":{}} x"))
                .isEqualTo("{\"weight\":0.10,\"floor\":0}");
    }

    @Test
    void the_state_comes_first_in_the_health_endpoint_s_answer() {
        assertThat(http.get()
                        .uri("/actuator/health")
                        .exchange()
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody())
                .startsWith("{\"status\":\"UP\",\"components\":{");
    }

    private String label(String body) {
        return http.post()
                .uri("/labels")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
