package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.security.Access;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A gateway that serves the page of its documentation. */
@ExtendWith(NoBufferLeaks.class)
class DocumentationPageTest {

    /** A file of the page that does not come before the gate is opened. */
    @RestController
    @Access("public")
    static class Held {

        private final Sinks.Empty<Void> gate = Sinks.empty();

        @GetMapping("/webjars/held")
        Mono<String> held() {
            return gate.asMono().thenReturn("held");
        }
    }

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.startWith(
                Held.class, "springdoc.swagger-ui.enabled=true", "service-kit.edge.allowed-hosts=elsewhere.example");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void the_page_is_there() {
        assertThat(gateway.get("/swagger-ui.html").status()).isIn(302, 303, 307);
        assertThat(gateway.get("/swagger-ui/index.html").status()).isEqualTo(200);
        assertThat(gateway.get("/swagger-ui/index.html").header("Content-Security-Policy"))
                .contains("script-src 'self'", "frame-ancestors 'none'");
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

    @Test
    void who_reads_beyond_a_few_at_once_is_refused_and_there_is_room_when_those_have_read() {
        Sinks.Empty<Void> gate = gateway.bean(Held.class).gate;
        try {
            List<CompletableFuture<Response>> answers = Stream.generate(() -> gateway.getLater("/webjars/held"))
                    .limit(DocumentationFilter.MOST_AT_ONCE + 1)
                    .toList();

            CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new)).join();
            List<Response> refused = new ArrayList<>(answers.stream()
                    .filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .toList());
            assertThat(refused).as("one at most").hasSize(1);
            refused.add(gateway.get("/v3/api-docs"));
            assertThat(refused).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isIn("1", "2", "3");
                assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                assertThat(answer.problem()).isEqualTo("overloaded");
            });
            assertThat(gateway.get("/actuator/health/liveness").status())
                    .as("what others ask for")
                    .isEqualTo(200);

            gate.tryEmitEmpty();
            assertThat(answers.stream().filter(answer -> answer.join().status() == 200))
                    .hasSize(DocumentationFilter.MOST_AT_ONCE);
            await().untilAsserted(() ->
                    assertThat(gateway.get("/v3/api-docs").status()).isEqualTo(200));
        } finally {
            gate.tryEmitEmpty();
        }
    }
}
