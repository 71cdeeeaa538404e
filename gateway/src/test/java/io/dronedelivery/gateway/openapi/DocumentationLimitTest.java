package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.GatewayApplication;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How many may read the documentation at once. */
@ExtendWith(NoBufferLeaks.class)
class DocumentationLimitTest {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The document is not generated before the gate is opened. */
    @Configuration(proxyBeanMethods = false)
    static class Held {

        @Bean
        CountDownLatch gate() {
            return new CountDownLatch(1);
        }

        @Bean
        OpenApiCustomizer held(CountDownLatch gate) {
            return document -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException(e);
                }
            };
        }
    }

    @Test
    void documents_beyond_a_few_at_once_are_refused_and_there_is_room_when_those_are_read() {
        try (var gateway = (ReactiveWebServerApplicationContext) GatewayApplication.builder()
                .sources(Held.class)
                .run("--server.port=0", "--management.server.port=", "--spring.main.banner-mode=off")) {
            CountDownLatch gate = gateway.getBean(CountDownLatch.class);
            try {
                List<CompletableFuture<HttpResponse<String>>> answers = Stream.generate(
                                () -> get(gateway, "/v3/api-docs"))
                        .limit(DocumentationFilter.MOST_AT_ONCE + 1)
                        .toList();

                CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new))
                        .join();
                HttpResponse<String> refused = answers.stream()
                        .filter(CompletableFuture::isDone)
                        .map(CompletableFuture::join)
                        .reduce((one, other) -> {
                            throw new AssertionError("more than one is refused");
                        })
                        .orElseThrow();
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After").orElse(""))
                        .isIn("1", "2", "3");
                assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
                assertThat(refused.body()).contains("urn:drone-delivery:problem:overloaded");
                assertThat(get(gateway, "/actuator/health/liveness").join().statusCode())
                        .as("what others ask for")
                        .isEqualTo(200);

                gate.countDown();
                assertThat(answers.stream().filter(answer -> answer.join().statusCode() == 200))
                        .hasSize(DocumentationFilter.MOST_AT_ONCE);
                assertThat(get(gateway, "/v3/api-docs").join().statusCode()).isEqualTo(200);
            } finally {
                gate.countDown();
            }
        }
    }

    private static CompletableFuture<HttpResponse<String>> get(
            ReactiveWebServerApplicationContext gateway, String path) {
        URI uri = URI.create("http://127.0.0.1:" + gateway.getWebServer().getPort() + path);
        return CLIENT.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .orTimeout(2, TimeUnit.MINUTES);
    }
}
