package io.dronedelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.servicekit.testing.RecordedLog;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;

class BadInputTest {

    private static RunningService service;

    private final RecordedLog log = RecordedLog.ofEdge("io.dronedelivery.delivery");

    @BeforeAll
    static void start() {
        service = DeliveryService.start("/ownerId", o -> o);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @AfterEach
    void close_log() {
        log.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ownerId=a%20b&year=2026&month=11 | ownerId",
                "ownerId=%C3%A4&year=2026&month=11 | ownerId",
                "ownerId=a%2Fb&year=2026&month=11 | ownerId",
                "ownerId=&year=2026&month=11 | ownerId",
                "ownerId=aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff12345&year=2026&month=11 | ownerId",
                "year=2026&month=11 | ownerId",
                "ownerId=o-1&year=1999&month=11 | year",
                "ownerId=o-1&year=2101&month=11 | year",
                "ownerId=o-1&year=now&month=11 | year",
                "ownerId=o-1&month=11 | year",
                "ownerId=o-1&year=2026&month=0 | month",
                "ownerId=o-1&year=2026&month=13 | month",
                "ownerId=o-1&year=2026&month=-1 | month",
                "ownerId=o-1&year=2026&month=1.5 | month",
                "ownerId=o-1&year=2026&month=99999999999999 | month",
                "ownerId=o-1&year=2026 | month",
            })
    void each_broken_parameter_is_named(String query, String field) {
        for (String path : new String[] {"/api/deliveries/summary?", "/api/packages/summary?"}) {
            refused(path + query, 400, "invalid-request")
                    .jsonPath("$.errors[0].field")
                    .isEqualTo(field);
        }
        assertThat(log.from(Level.WARN)).isEmpty();
    }

    @Test
    void an_owner_s_id_may_have_sixty_four_characters() {
        service.http()
                .get()
                .uri("/api/deliveries/summary?year=2026&month=11&ownerId=" + "x".repeat(64))
                .exchange()
                .expectStatus()
                .isOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/deliveries/a%20b", "/api/deliveries/a%20b/packages", "/api/deliveries/d@1"})
    void a_delivery_s_id_that_is_none_is_named(String path) {
        refused(path, 400, "invalid-request").jsonPath("$.errors[0].field").isEqualTo("deliveryId");
    }

    @Test
    void what_the_service_does_not_know_is_refused_with_the_right_status() {
        refused("/api/nothing", 404, "not-found");
        refused("/", 404, "not-found");
        service.http()
                .method(HttpMethod.DELETE)
                .uri("/api/deliveries/d-1")
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .contentType("application/problem+json");
        service.http()
                .get()
                .uri("/api/deliveries/d-1")
                .accept(MediaType.APPLICATION_XML)
                .exchange()
                .expectStatus()
                .isEqualTo(406)
                .expectHeader()
                .contentType("application/problem+json");
        assertThat(log.from(Level.WARN)).isEmpty();
    }

    private static BodyContentSpec refused(String path, int status, String slug) {
        return service.http()
                .get()
                .uri(URI.create(service.baseUrl() + path))
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:" + slug);
    }
}
