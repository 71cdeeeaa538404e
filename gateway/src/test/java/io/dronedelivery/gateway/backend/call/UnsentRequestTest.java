package io.dronedelivery.gateway.backend.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request that no connection has had goes on to another instance, whatever its method. */
@ExtendWith(NoBufferLeaks.class)
class UnsentRequestTest {

    /** The broadcast address of the loopback network: there is no TCP to it. */
    private static final String NO_ROUTE = "127.255.255.255";

    private static final byte[] HANDSHAKE_FAILURE = {0x15, 3, 3, 0, 2, 2, 40};

    private static TestGateway gateway(String scheme, String... addresses) {
        return gatewayWith(null, scheme, addresses);
    }

    private static TestGateway gatewayWith(@Nullable String client, String scheme, String... addresses) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.backends.several.base-url=" + scheme + "://several.test",
                "gateway.backends.several.circuit-breaker.enabled=false",
                "gateway.backends.several.instances.left-out=1ms",
                "gateway.backends.several.instances.left-out-max=1ms",
                "gateway.aggregations.get.path=/get",
                "gateway.aggregations.get.parts.it.backend=several",
                "gateway.aggregations.get.parts.it.path=/it",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/post",
                "gateway.forwards.post.backend=several",
                "gateway.forwards.post.target=/it",
                "gateway.forwards.follow.method=GET",
                "gateway.forwards.follow.path=/follow",
                "gateway.forwards.follow.backend=several",
                "gateway.forwards.follow.target=/it",
                "gateway.forwards.follow.answer=stream"));
        for (int i = 0; i < addresses.length; i++) {
            settings.add("gateway.backends.several.instances.addresses[" + i + "]=" + addresses[i]);
        }
        if (client != null) {
            settings.add("gateway.backend-client=" + client);
        }
        return TestGateway.start(settings.toArray(String[]::new));
    }

    @Test
    void no_call_fails_because_there_is_no_route_to_one_instance() {
        try (TestBackend one = TestBackend.start().on("/it", "1");
                TestGateway gateway = gateway("http", NO_ROUTE + ":80", "127.0.0.1:" + one.port())) {
            for (int i = 0; i < 20; i++) {
                assertThat(gateway.get("/get").status()).isEqualTo(200);
                assertThat(gateway.post("/post", "").status()).isEqualTo(200);
                assertThat(gateway.get("/follow").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_backend_without_a_route_to_it_is_told() {
        try (TestGateway gateway = gateway("http", NO_ROUTE + ":80")) {
            assertThat(gateway.get("/get").body()).contains("there is no route to it");
        }
    }

    @Test
    void a_connection_that_ends_during_its_tls_handshake_has_not_had_the_request() throws IOException {
        try (TlsPeer one = new TlsPeer(new byte[0]);
                TlsPeer two = new TlsPeer(new byte[0]);
                TestGateway gateway = gateway("https", one.address(), two.address())) {
            for (String method : List.of("POST", "GET")) {
                one.connections.set(0);
                two.connections.set(0);

                assertThat(gateway.send(method, method.equals("POST") ? "/post" : "/follow")
                                .status())
                        .isEqualTo(502);

                // Reactor-netty tries each once more by itself.
                assertThat(one.connections).hasPositiveValue();
                assertThat(two.connections).hasPositiveValue();
            }
        }
    }

    /** Reactor-netty tries each once more by itself. */
    @ParameterizedTest
    @CsvSource({"reactor-netty, 4", "netty, 2"})
    void the_only_instance_is_asked_once_more_after_a_handshake_that_ended(String client, int connections)
            throws IOException {
        try (TlsPeer only = new TlsPeer(new byte[0]);
                TestGateway gateway = gatewayWith(client, "https", only.address())) {
            for (String method : List.of("POST", "GET")) {
                only.connections.set(0);

                assertThat(gateway.send(method, method.equals("POST") ? "/post" : "/get")
                                .status())
                        .isEqualTo(502);

                assertThat(only.connections).hasValue(connections);
            }
        }
    }

    @Test
    void a_backend_that_is_there_and_fails_at_tls_is_not_asked_again_elsewhere() throws IOException {
        try (TlsPeer one = new TlsPeer(HANDSHAKE_FAILURE);
                TlsPeer two = new TlsPeer(HANDSHAKE_FAILURE);
                TestGateway gateway = gateway("https", one.address(), two.address())) {
            Response response = gateway.post("/post", "");

            assertThat(response.body()).contains("cannot be trusted, TLS failed");
            assertThat(one.connections.get() + two.connections.get()).isOne();
        }
    }

    /** Reads the beginning of a handshake, gives one answer and closes the connection. */
    private static final class TlsPeer implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();
        private final byte[] answer;

        TlsPeer(byte[] answer) throws IOException {
            this.answer = answer;
            Thread thread = new Thread(this::serve, "tls-peer");
            thread.setDaemon(true);
            thread.start();
        }

        String address() {
            return "127.0.0.1:" + server.getLocalPort();
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket connection = server.accept()) {
                    connections.incrementAndGet();
                    byte[] head = connection.getInputStream().readNBytes(5);
                    connection.getInputStream().readNBytes((head[3] & 0xff) << 8 | head[4] & 0xff);
                    connection.getOutputStream().write(answer);
                } catch (IOException e) {
                    // Closed.
                }
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
