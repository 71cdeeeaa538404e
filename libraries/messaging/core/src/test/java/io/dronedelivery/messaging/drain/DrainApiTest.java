package io.dronedelivery.messaging.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.JsonNode;

class DrainApiTest {
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A service with a consumer, a dispatcher and a request that takes until the test says so. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ApplicationAvailabilityAutoConfiguration.class,
        LifecycleAutoConfiguration.class,
        JacksonAutoConfiguration.class,
        CodecsAutoConfiguration.class,
        NettyReactiveWebServerAutoConfiguration.class,
        HttpHandlerAutoConfiguration.class,
        WebFluxAutoConfiguration.class,
        ErrorWebFluxAutoConfiguration.class,
        DrainAutoConfiguration.class
    })
    static class Service {

        private final List<String> calls = new CopyOnWriteArrayList<>();

        /** Threads of its own, since the shared ones end with each service and other tests use them. */
        @Bean
        ReactorResourceFactory threads() {
            ReactorResourceFactory threads = new ReactorResourceFactory();
            threads.setUseGlobalResources(false);
            return threads;
        }

        @Bean
        Part dispatcher() {
            return new Part("dispatcher", Drainable.SENDING, calls);
        }

        @Bean
        Part consumer() {
            return new Part("consumer", Drainable.CONSUMING, calls);
        }

        @Bean
        SlowRequests slowRequests() {
            return new SlowRequests(calls);
        }
    }

    @RestController
    static class SlowRequests {

        private final Sinks.Empty<Void> end = Sinks.empty();
        private final List<String> calls;

        SlowRequests(List<String> calls) {
            this.calls = calls;
        }

        @GetMapping("/slow")
        Mono<String> slow() {
            calls.add("request begun");
            return end.asMono().then(Mono.fromSupplier(() -> {
                calls.add("request answered");
                return "answer";
            }));
        }
    }

    /** Of the client: reactor-netty's shared threads are closed by whatever application of the JVM ends. */
    private static final LoopResources CLIENT = LoopResources.create("drain-client", 1, true);

    private ConfigurableApplicationContext service;
    private WebTestClient http;
    private Part consumer;
    private Part dispatcher;
    private List<String> calls;

    private void start(String... settings) {
        service = new SpringApplicationBuilder(Service.class)
                .properties("server.port=0", "server.shutdown=graceful", "spring.main.banner-mode=off")
                .properties(settings)
                .run();
        http = WebTestClient.bindToServer(new ReactorClientHttpConnector(
                        HttpClient.newConnection().runOn(CLIENT)))
                .baseUrl("http://localhost:" + service.getEnvironment().getProperty("local.server.port"))
                .responseTimeout(Duration.ofSeconds(60))
                .build();
        consumer = service.getBean("consumer", Part.class);
        dispatcher = service.getBean("dispatcher", Part.class);
        calls = service.getBean(Service.class).calls;
    }

    @AfterAll
    static void stopClient() {
        CLIENT.dispose();
    }

    @AfterEach
    void stop() {
        finishAllWork();
        service.close();
    }

    private void finishAllWork() {
        consumer.finishWork();
        dispatcher.finishWork();
    }

    private EntityExchangeResult<JsonNode> drain() {
        return http.post()
                .uri("/internal/drain")
                .exchange()
                .expectBody(JsonNode.class)
                .returnResult();
    }

    private static List<String> steps(JsonNode report) {
        return report.get("steps").findValuesAsString("step");
    }

    @Test
    void the_six_steps_are_gone_in_their_order_and_reported() {
        start();
        CompletableFuture<EntityExchangeResult<JsonNode>> answer =
                CompletableFuture.supplyAsync(this::drain, A_THREAD_EACH);
        Awaitility.await().atMost(TIMEOUT).until(() -> calls.contains("disable consumer"));
        assertThat(service.getBean(ApplicationAvailability.class).getReadinessState())
                .isEqualTo(ReadinessState.REFUSING_TRAFFIC);
        // What sends for the consumer takes its work as long as there may be some.
        assertThat(calls).doesNotContain("disable dispatcher");

        consumer.finishWork();
        Awaitility.await().atMost(TIMEOUT).until(() -> calls.contains("disable dispatcher"));
        assertThat(answer).isNotDone();
        dispatcher.finishWork();

        assertThat(answer).succeedsWithin(TIMEOUT).satisfies(result -> {
            assertThat(result.getStatus().value()).isEqualTo(200);
            JsonNode report = result.getResponseBody();
            assertThat(report.get("status").asString()).isEqualTo("drained");
            assertThat(steps(report)).containsExactly("ask", "disable", "drain", "remove", "stop", "confirm");
            assertThat(report.get("steps").get(0).get("parts").toString()).isEqualTo("[\"consumer\",\"dispatcher\"]");
            assertThat(report.get("steps").get(5).get("at").asString()).isNotBlank();
        });
        assertThat(calls).endsWith("shut down consumer", "shut down dispatcher");
    }

    @Test
    void whoever_asks_again_gets_the_report_and_nothing_is_done_twice() {
        start();
        finishAllWork();
        JsonNode first = drain().getResponseBody();
        JsonNode second = drain().getResponseBody();

        assertThat(second).isEqualTo(first);
        assertThat(calls).filteredOn(call -> call.startsWith("shut down")).hasSize(2);
    }

    @Test
    void the_caller_waits_no_longer_than_configured_and_the_drain_goes_on() {
        start("messaging.drain.timeout=100ms");

        Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
            EntityExchangeResult<JsonNode> late = drain();
            assertThat(late.getStatus().value()).isEqualTo(504);
            assertThat(late.getResponseBody().get("status").asString()).isEqualTo("draining");
            assertThat(late.getResponseBody().get("waitingFor").toString()).isEqualTo("[\"consumer\"]");
        });
        finishAllWork();
        Awaitility.await()
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(drain().getStatus().value()).isEqualTo(200));
    }

    @Test
    void a_part_that_fails_is_named_and_the_others_are_drained() {
        start();
        consumer.failWork(new IllegalStateException("the connection is gone"));
        dispatcher.finishWork();

        EntityExchangeResult<JsonNode> result = drain();

        assertThat(result.getStatus().value()).isEqualTo(500);
        assertThat(result.getResponseBody().get("failures").get(0).asString())
                .isEqualTo("consumer: java.lang.IllegalStateException: the connection is gone");
        assertThat(calls).contains("shut down consumer", "shut down dispatcher");
    }

    @Test
    void the_end_of_the_application_waits_for_requests_and_then_drains() {
        start();
        CompletableFuture<String> request = CompletableFuture.supplyAsync(
                () -> http.get()
                        .uri("/slow")
                        .exchange()
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody(),
                A_THREAD_EACH);
        Awaitility.await().atMost(TIMEOUT).until(() -> calls.contains("request begun"));

        CompletableFuture<Void> end = CompletableFuture.runAsync(service::close, A_THREAD_EACH);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> service.getBean(ApplicationAvailability.class).getReadinessState()
                        == ReadinessState.REFUSING_TRAFFIC);
        finishAllWork();
        service.getBean(SlowRequests.class).end.tryEmitEmpty();

        assertThat(request).succeedsWithin(TIMEOUT).isEqualTo("answer");
        assertThat(end).succeedsWithin(TIMEOUT);
        assertThat(calls)
                .containsSubsequence(
                        "request answered",
                        "disable consumer",
                        "disable dispatcher",
                        "shut down consumer",
                        "shut down dispatcher");
    }

    @Test
    void the_end_of_the_application_does_not_wait_for_ever() {
        start("spring.lifecycle.timeout-per-shutdown-phase=200ms");

        assertThat(CompletableFuture.runAsync(service::close, A_THREAD_EACH)).succeedsWithin(TIMEOUT);
        assertThat(calls).doesNotContain("shut down consumer");
    }
}
