package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.servicekit.security.Access;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** A gateway whose document and page are at paths of one's own. */
@ExtendWith(NoBufferLeaks.class)
class DocumentationElsewhereTest {

    /** Says which thread answers, at places where springdoc has something when there are groups, and beside them. */
    @RestController
    @Access("public")
    static class Threads {

        @GetMapping({
            "/docs/openapi/thread",
            "/docs/openapi.yaml/thread",
            "/docs/swagger-ui/thread",
            "/docs/openapis",
            "/docs",
            "/v3/api-docs"
        })
        Mono<String> thread() {
            return Mono.fromSupplier(() -> Thread.currentThread().getName());
        }
    }

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.startWith(
                Threads.class,
                "springdoc.swagger-ui.enabled=true",
                "springdoc.api-docs.path=/docs/openapi",
                "springdoc.swagger-ui.path=/docs/page.html");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** On an event loop they could not be: BlockHound watches. */
    @ParameterizedTest
    @CsvSource({
        "/docs/openapi, 200",
        "/docs/openapi.yaml, 200",
        "/docs/openapi/swagger-config, 200",
        "/docs/page.html, 302",
        "/docs/swagger-ui/index.html, 200",
        "/docs/swagger-ui/swagger-ui-bundle.js, 200",
    })
    void the_document_and_the_page_are_there(String path, int status) {
        assertThat(gateway.get(path).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "/docs/openapi/thread, boundedElastic",
        "/docs/openapi.yaml/thread, boundedElastic",
        "/docs/swagger-ui/thread, boundedElastic",
        "/docs/openapis, reactor-http",
        "/docs, reactor-http",
        "/v3/api-docs, reactor-http",
    })
    void what_is_part_of_them_is_read_off_the_event_loops_and_nothing_else(String path, String thread) {
        assertThat(gateway.get(path).body()).startsWith(thread);
    }

    @Test
    void the_page_finds_the_document() {
        assertThat(gateway.get("/docs/openapi/swagger-config")
                        .json()
                        .path("url")
                        .asString())
                .isEqualTo("/docs/openapi");
    }
}
