package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads the problems that tests receive. */
final class Problems {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Problems() {}

    static JsonNode problem(EntityExchangeResult<byte[]> result) {
        return read(result.getResponseHeaders().getContentType(), result.getResponseBody());
    }

    static void assertField(JsonNode problem, String field, String message) {
        assertThat(problem.get("type").asString()).endsWith(":invalid-request");
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
        assertThat(problem.at("/errors/0/message").asString()).isEqualTo(message);
        assertThat(problem.get("detail").asString()).contains(field);
    }

    static JsonNode read(MediaType contentType, byte[] body) {
        assertThat(contentType).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        return JSON.readTree(body);
    }
}
