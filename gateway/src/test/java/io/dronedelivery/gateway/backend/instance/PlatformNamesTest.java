package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.testing.NameServer;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and addresses as container platforms make them. */
@ExtendWith(NoBufferLeaks.class)
class PlatformNamesTest {

    private static TestGateway inFrontOf(String host, TestBackend backend, NameServer names) {
        return TestGateway.start(
                "gateway.backends.there.base-url=http://" + host + ":" + backend.port() + "/base",
                "gateway.backends.there.instances.from-dns=true",
                "gateway.backends.there.instances.dns-interval=100ms",
                "gateway.backends.there.instances.dns-servers=" + names.address(),
                "gateway.aggregations.it.path=/it",
                "gateway.aggregations.it.parts.part.backend=there",
                "gateway.aggregations.it.parts.part.path=/part");
    }

    /** Compose makes a name of project and service; in each of these java.net.URI finds no host. */
    @ParameterizedTest
    @ValueSource(strings = {"delivery_service", "delivery.svc.1a"})
    void a_backend_may_have_any_name_that_a_name_service_has(String host) {
        try (TestBackend backend = TestBackend.start().on("/base/part", "1");
                NameServer names = NameServer.saying("127.0.0.1");
                TestGateway gateway = inFrontOf(host, backend, names)) {
            await().until(() -> instances(gateway).addresses().contains("127.0.0.1:" + backend.port()));

            assertThat(gateway.get("/it").body()).isEqualTo("{\"part\":1}");
            assertThat(backend.calls("/base/part"))
                    .singleElement()
                    .satisfies(call -> assertThat(call.header("Host")).isEqualTo(host + ":" + backend.port()));
        }
    }

    /** A headless service has an address for each of its pods. */
    @Test
    void a_name_with_more_addresses_than_a_datagram_holds_has_all_of_them() {
        String[] many =
                IntStream.rangeClosed(1, 200).mapToObj(i -> "127.0.3." + i).toArray(String[]::new);
        try (TestBackend backend = TestBackend.start().on("/base/part", "1");
                NameServer names = NameServer.saying(many);
                TestGateway gateway = inFrontOf("headless.test", backend, names)) {
            await().untilAsserted(
                            () -> assertThat(instances(gateway).addresses()).hasSize(many.length));

            names.say("127.0.0.1");

            await().untilAsserted(() ->
                    assertThat(instances(gateway).addresses()).containsExactly("127.0.0.1:" + backend.port()));
            assertThat(gateway.get("/it").body()).isEqualTo("{\"part\":1}");
        }
    }

    private static Instances instances(TestGateway gateway) {
        Backend backend = gateway.bean(Backends.class).find("there");
        assertThat(backend).isNotNull();
        return backend.instances();
    }
}
