package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.http.MediaType;

/** Reads the problems that tests receive. */
final class Problems {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Problems() {}

    static JsonNode read(MediaType contentType, byte[] body) {
        assertThat(contentType).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
