package io.dronedelivery.gateway.endpoint;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway that takes ten requests at once, and fewer of those that matter less. */
@ExtendWith(NoBufferLeaks.class)
class PriorityTest {

    private final List<Socket> waiting = new ArrayList<>();
    private TestBackend backend;
    private TestGateway gateway;

    @BeforeEach
    void start() {
        backend = TestBackend.start().on("/it", never()).on("/sure", "1");
        List<String> settings = new ArrayList<>(List.of(
                "gateway.limits.adaptive=false",
                "gateway.limits.max-concurrent-requests=10",
                "gateway.limits.queue.max=0",
                "gateway.limits.normal-share=80",
                "gateway.limits.background-share=40"));
        for (String priority : new String[] {"critical", "normal", "background"}) {
            String aggregation = "gateway.aggregations." + priority + ".";
            settings.add(aggregation + "path=/" + priority + "/{path}");
            settings.add(aggregation + "priority=" + priority);
            settings.add(aggregation + "parts.it.backend=test");
            settings.add(aggregation + "parts.it.path=/{path}");
        }
        gateway = TestGateway.startInFrontOf(backend, settings.toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        leave();
        gateway.close();
        backend.close();
    }

    @Test
    void what_matters_less_is_refused_first_and_the_actuator_never() throws IOException {
        ask(4, "/background/it");
        assertOverloadedBeside("/normal/sure", "/background/sure");

        ask(4, "/normal/it");
        assertOverloadedBeside("/critical/sure", "/normal/sure");
        assertOverloadedBeside("/critical/sure", "/background/sure");

        ask(2, "/critical/it");
        int calls = backend.calls().size();
        assertOverloaded("/critical/sure");
        assertThat(backend.calls()).hasSize(calls);
        assertThat(gateway.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(gateway.get("/nothing").status()).isEqualTo(404);
        assertThat(meter("gateway.limit.in.flight")).isEqualTo(10);
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("gateway.limit.refused")
                        .tags("place", "requests", "priority", "background", "cause", "limit-reached")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tags("uri", "/critical/{path}", "status", "503")
                        .timer()
                        .count())
                .isEqualTo(1);

        leave();
        await().untilAsserted(() -> assertThat(meter("gateway.limit.in.flight")).isZero());
        assertThat(gateway.get("/background/sure").status()).isEqualTo(200);
    }

    /** Each end of a request gives its place back: an answer, a refusal, a failure, a question for the methods, a caller that leaves. */
    @Test
    void no_place_is_lost() {
        backend.on("/broken", TestBackend.status(500));
        for (int i = 0; i < 12; i++) {
            assertThat(gateway.get("/normal/sure").status()).isEqualTo(200);
            assertThat(gateway.get("/normal/broken").status()).isEqualTo(502);
            assertThat(gateway.get("/normal/missing").status()).isEqualTo(404);
            assertThat(gateway.get("/normal/%2F").status()).isEqualTo(400);
            assertThat(gateway.send("DELETE", "/normal/sure").status()).isEqualTo(405);
            assertThat(gateway.send("OPTIONS", "/normal/sure").status()).isEqualTo(200);
            assertThat(gateway.send("HEAD", "/normal/sure").status()).isEqualTo(200);
            assertThat(gateway.get("/normal/it", "X-Request-Timeout-Ms", "30").status())
                    .isEqualTo(504);
        }
        await().untilAsserted(() -> assertThat(meter("gateway.limit.in.flight")).isZero());
    }

    /** A priority has the whole limit when no higher one has come for a second. */
    @Test
    void a_priority_that_comes_alone_has_the_whole_limit() throws IOException {
        ask(10, "/background/it");

        assertOverloaded("/background/sure");
    }

    /** A share counts while a higher priority comes, for a second at least. */
    private void assertOverloadedBeside(String higher, String path) {
        assertThat(gateway.get(higher).status()).isEqualTo(200);
        assertOverloaded(path);
    }

    private void assertOverloaded(String path) {
        Response response = gateway.get(path);
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.problem()).isEqualTo("overloaded");
        assertThat(response.header("Retry-After")).isIn("1", "2", "3");
    }

    private void ask(int count, String path) throws IOException {
        double before = meter("gateway.limit.in.flight");
        for (int i = 0; i < count; i++) {
            waiting.add(gateway.ask(path));
        }
        await().untilAsserted(() -> assertThat(meter("gateway.limit.in.flight")).isEqualTo(before + count));
    }

    private void leave() throws IOException {
        for (Socket socket : waiting) {
            socket.close();
        }
        waiting.clear();
    }

    private double meter(String name) {
        return gateway.bean(MeterRegistry.class)
                .get(name)
                .tag("place", "requests")
                .gauge()
                .value();
    }
}
