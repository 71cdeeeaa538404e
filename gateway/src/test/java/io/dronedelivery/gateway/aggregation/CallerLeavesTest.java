package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.behind;
import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Sinks;

@ExtendWith(NoBufferLeaks.class)
class CallerLeavesTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "gateway.aggregations.shared.path=/test/{name}/shared",
            "gateway.aggregations.shared.coalesce=true",
            "gateway.aggregations.shared.parts.it.backend=test",
            "gateway.aggregations.shared.parts.it.path=/it?name={name}",
            "gateway.aggregations.shared.parts.it.request-headers=Accept-Language");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @Test
    void the_calls_of_a_caller_that_leaves_are_cancelled() throws IOException {
        backend.on("/first/x", never()).on("/second", never()).on("/extra", never());

        try (Socket caller = gateway.ask("/test/x/three")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(3));
        }

        await().untilAsserted(() -> assertThat(backend.cancelled()).isEqualTo(3));
        await().ignoreException(MeterNotFoundException.class)
                .untilAsserted(() -> assertThat(gateway.bean(MeterRegistry.class)
                                .get("gateway.aggregation")
                                .tags("aggregation", "three", "outcome", "cancelled")
                                .timer()
                                .count())
                        .isEqualTo(1));
    }

    @Test
    void identical_requests_share_one_call() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it", behind(gate, json("{\"n\":1}")));
        double before = coalesced();

        List<CompletableFuture<Response>> callers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            callers.add(gateway.getLater("/test/x/shared"));
        }
        await().until(() -> coalesced() == before + 9);
        gate.tryEmitEmpty();

        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.join().body()).isEqualTo("{\"it\":{\"n\":1}}"));
        assertThat(backend.calls("/it")).hasSize(1);
        assertThat(gateway.get("/test/x/shared").status()).isEqualTo(200);
        assertThat(backend.calls("/it")).as("nothing is kept").hasSize(2);
    }

    @Test
    void requests_that_differ_do_not_share() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it", behind(gate, json("1")));

        CompletableFuture<?> all = CompletableFuture.allOf(
                gateway.getLater("/test/x/shared"),
                gateway.getLater("/test/y/shared"),
                gateway.getLater("/test/x/shared", "Accept-Language", "sv"),
                gateway.getLater("/test/x/shared", "X-Request-Timeout-Ms", "90000"));

        await().untilAsserted(() -> assertThat(backend.calls("/it")).hasSize(4));
        gate.tryEmitEmpty();
        all.join();
    }

    @Test
    void a_failure_is_shared_as_well_and_forgotten() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it", behind(gate, TestBackend.status(500)));
        double before = coalesced();

        List<CompletableFuture<Response>> callers =
                List.of(gateway.getLater("/test/x/shared"), gateway.getLater("/test/x/shared"));
        await().until(() -> coalesced() == before + 1);
        gate.tryEmitEmpty();

        assertThat(callers).allSatisfy(caller -> {
            assertThat(caller.join().status()).isEqualTo(502);
            assertThat(caller.join().json().path("instance").asString()).isEqualTo("/test/x/shared");
        });
        assertThat(callers.stream().map(caller -> caller.join().json().path("traceId")))
                .as("each caller is told its own trace")
                .doesNotHaveDuplicates();
        assertThat(backend.calls("/it")).hasSize(1);
        backend.on("/it", "1");
        assertThat(gateway.get("/test/x/shared").status()).isEqualTo(200);
    }

    @Test
    void a_caller_that_leaves_does_not_affect_the_others() throws IOException {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it", behind(gate, json("1")));
        double before = coalesced();

        double abortedBefore = aborted();
        CompletableFuture<Response> staying;
        try (Socket leaving = gateway.ask("/test/x/shared")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
            staying = gateway.getLater("/test/x/shared");
            await().until(() -> coalesced() == before + 1);
        }
        await().untilAsserted(() -> assertThat(aborted()).isGreaterThan(abortedBefore));
        gate.tryEmitEmpty();

        assertThat(staying.join().body()).isEqualTo("{\"it\":1}");
        assertThat(backend.calls("/it")).hasSize(1);
        assertThat(backend.cancelled()).isZero();
    }

    @Test
    void the_last_caller_that_leaves_cancels_the_call() throws IOException {
        backend.on("/it", never());
        double before = coalesced();

        try (Socket one = gateway.ask("/test/x/shared")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(1));
            try (Socket two = gateway.ask("/test/x/shared")) {
                await().until(() -> coalesced() > before);
            }
            assertThat(backend.running()).isEqualTo(1);
        }

        await().untilAsserted(() -> assertThat(backend.cancelled()).isEqualTo(1));
        backend.on("/it", "1");
        assertThat(gateway.get("/test/x/shared").status()).isEqualTo(200);
    }

    private static double aborted() {
        return gateway
                .bean(MeterRegistry.class)
                .find("http.server.requests")
                .tags("uri", "/test/{name}/shared", "status", "UNKNOWN")
                .timers()
                .stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private static double coalesced() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.aggregation.coalesced")
                .tag("aggregation", "shared")
                .counter()
                .count();
    }
}
