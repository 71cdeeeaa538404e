package io.dronedelivery.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.delivery.KnownDeliveries.Month;
import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.Latency;
import io.dronedelivery.localcosmos.RequestCharges;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class OverloadTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final KnownDeliveries KNOWN = new KnownDeliveries();

    @Test
    void a_storm_of_throttling_reaches_no_caller() {
        RequestCharges dear = RequestCharges.calibrated().withQueries(20, 0);
        try (RunningService service = DeliveryService.start(
                "/id", o -> o.partitions(3).enforceThroughput(true).charges(dear))) {
            service.store(KNOWN.documents().subList(84, 90));
            Month october = KNOWN.months().get(1);

            // Each second has request units of its own: a burst that lasts into the next one may find enough.
            Awaitility.await().atMost(TIMEOUT).until(() -> {
                assertThat(burst(service, october)).containsExactly(Map.entry("200", 12L));
                return service.dataCalls().stream().anyMatch(CosmosCall::isThrottled);
            });
        }
    }

    /** How often which answer came to queries of the same time. */
    private static Map<String, Long> burst(RunningService service, Month month) {
        return Flux.range(0, 12)
                .flatMap(
                        i -> WebClient.create(service.baseUrl())
                                .get()
                                .uri("/api/deliveries/summary" + month.query())
                                .exchangeToMono(OverloadTest::statusAndProblem),
                        16)
                .collect(Collectors.groupingBy(answer -> answer, Collectors.counting()))
                .block();
    }

    private static Mono<String> statusAndProblem(ClientResponse response) {
        int status = response.statusCode().value();
        return status == 200
                ? response.releaseBody().thenReturn("200")
                : response.bodyToMono(String.class).map(problem -> status + " " + problem);
    }

    @Test
    void throttling_that_does_not_end_is_503_with_the_time_to_come_again() {
        // One is more than the container has in hours.
        RequestCharges ruinous = RequestCharges.calibrated().withQueries(5_000_000, 0);
        try (RunningService service = DeliveryService.start(
                "/ownerId", o -> o.enforceThroughput(true).charges(ruinous), "--cosmos.operation-timeout=1s")) {
            String path = "/api/packages/summary?ownerId=o-1&year=2026&month=11";
            // The first call that is answered spends what there is; a 429 that comes too late is no 503 yet.
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> service.http()
                            .get()
                            .uri(path)
                            .exchange()
                            .expectStatus()
                            .isEqualTo(503)
                            .expectHeader()
                            .exists("Retry-After")
                            .expectBody()
                            .jsonPath("$.type")
                            .isEqualTo("urn:drone-delivery:problem:unavailable"));
        }
    }

    @Test
    void the_caller_s_deadline_ends_the_wait_for_a_slow_database() {
        try (RunningService service =
                DeliveryService.start("/ownerId", o -> o.latency(Latency.fixed(Duration.ofSeconds(10))))) {
            service.http()
                    .get()
                    .uri("/api/deliveries/summary?ownerId=o-1&year=2026&month=11")
                    .header("X-Request-Timeout-Ms", "300")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(504)
                    .expectHeader()
                    .contentType("application/problem+json");
        }
    }

    @Test
    void a_database_that_is_gone_makes_the_service_unready_but_keeps_it_alive() {
        try (RunningService service = DeliveryService.start("/ownerId", o -> o, "--cosmos.health-interval=100ms")) {
            service.cosmos().close();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> service.http()
                            .get()
                            .uri("/actuator/health/readiness")
                            .exchange()
                            .expectStatus()
                            .isEqualTo(503));
            service.http()
                    .get()
                    .uri("/actuator/health/liveness")
                    .exchange()
                    .expectStatus()
                    .isOk();
        }
    }
}
