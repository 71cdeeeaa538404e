package io.dronedelivery.gateway.backend.instance;

import static io.dronedelivery.gateway.testing.TestBackend.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.netty.resources.LoopResources;

/** Connections are divided among the event loops, but none is idle while a call waits for one. */
@ExtendWith(NoBufferLeaks.class)
class ConnectionPoolTest {

    private static final int PARTS = 40;

    @Test
    void a_busy_event_loop_takes_the_connections_that_others_leave_idle() throws IOException {
        int connections = 16 * LoopResources.DEFAULT_IO_WORKER_COUNT;
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backends.test.pool.max-connections=" + connections,
                "gateway.aggregations.many.path=/test/many",
                "gateway.aggregations.many.deadline=60s"));
        for (int i = 0; i < PARTS; i++) {
            settings.add("gateway.aggregations.many.parts.p" + i + ".backend=test");
            settings.add("gateway.aggregations.many.parts.p" + i + ".path=/it");
            settings.add("gateway.aggregations.many.parts.p" + i + ".timeout=60s");
        }
        try (TestBackend backend = TestBackend.start().on("/it", never());
                TestGateway gateway = TestGateway.startInFrontOf(backend, settings.toArray(String[]::new));
                // All parts of a request are called on its event loop.
                Socket caller = gateway.ask("/test/many")) {
            await().untilAsserted(() -> assertThat(backend.running()).isEqualTo(PARTS));
        }
    }

    @Test
    void the_largest_numbers_are_no_limits() {
        int most = Integer.MAX_VALUE;
        try (TestBackend backend = TestBackend.start().on("/it", "1");
                TestGateway gateway = TestGateway.startInFrontOf(
                        backend,
                        "gateway.limits.max-concurrent-requests=" + most,
                        "gateway.limits.min-concurrent-requests=" + most,
                        "gateway.defaults.coalesce-max-callers=" + most,
                        "gateway.aggregations.one.coalesce=true",
                        "gateway.backends.test.bulkhead.max-concurrent-calls=" + most,
                        "gateway.backends.test.bulkhead.min-concurrent-calls=" + most,
                        "gateway.backends.test.instances.failures=" + most,
                        "gateway.backends.test.pool.max-connections=" + most,
                        "gateway.backends.test.pool.pending-acquire-max=" + most)) {
            assertThat(gateway.get("/test/one").status()).isEqualTo(200);
        }
    }
}
