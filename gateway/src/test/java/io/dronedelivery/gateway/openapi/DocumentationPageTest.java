package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that serves the page of its documentation. */
class DocumentationPageTest {

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start("springdoc.swagger-ui.enabled=true");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void the_page_is_there() {
        assertThat(gateway.get("/swagger-ui.html").status()).isIn(302, 303, 307);
        assertThat(gateway.get("/swagger-ui/index.html").status()).isEqualTo(200);
        assertThat(gateway.get("/swagger-ui/swagger-ui-bundle.js").status()).isEqualTo(200);
        assertThat(gateway.get("/swagger-ui/swagger-initializer.js").body()).contains("SwaggerUIBundle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v3/api-docs", "/swagger-ui.html", "/actuator", "/actuator/health"})
    void no_answer_has_the_host_that_its_caller_sent(String path) throws IOException {
        String answer =
                gateway.sendRaw("GET " + path + " HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("elsewhere.example");
    }

    @Test
    void the_document_names_its_own_server() {
        assertThat(gateway.get("/v3/api-docs").json().path("servers"))
                .singleElement()
                .satisfies(server -> assertThat(server.path("url").asString()).isEqualTo("/"));
    }
}
