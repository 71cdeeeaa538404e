package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.RawBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoBufferLeaks.class)
class UnreachableBackendTest {

    @Test
    void each_way_in_which_a_backend_is_unreachable_has_its_own_message() throws IOException {
        try (Socket down = refusing();
                RawBackend closing = RawBackend.closing("");
                RawBackend cut = RawBackend.closing(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"a\"");
                RawBackend reset = RawBackend.resetting("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\"");
                RawBackend garbage = RawBackend.closing("SSH-2.0-OpenSSH_9.2\r\n");
                RawBackend untilClose =
                        RawBackend.closing("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[1]");
                TestGateway gateway = TestGateway.start(Stream.of(
                                backend("down", "http://127.0.0.1:" + down.getLocalPort()),
                                backend("closing", closing.url()),
                                backend("cut", cut.url()),
                                backend("reset", reset.url()),
                                backend("garbage", garbage.url()),
                                backend("close", untilClose.url()))
                        .flatMap(settings -> settings)
                        .toArray(String[]::new))) {

            assertThat(detail(gateway, "down")).contains("cannot be reached");
            assertThat(detail(gateway, "closing")).contains("closed the connection");
            assertThat(detail(gateway, "cut")).contains("closed the connection");
            assertThat(detail(gateway, "reset")).contains("closed the connection");
            assertThat(detail(gateway, "garbage")).contains("is no HTTP");
            assertThat(gateway.get("/close").body()).isEqualTo("{\"it\":[1]}");
        }
    }

    private static Stream<String> backend(String name, String url) {
        return Stream.of(
                "gateway.backends." + name + ".base-url=" + url,
                "gateway.aggregations." + name + ".path=/" + name,
                "gateway.aggregations." + name + ".parts.it.backend=" + name,
                "gateway.aggregations." + name + ".parts.it.path=/it");
    }

    private static String detail(TestGateway gateway, String name) {
        Response response = gateway.get("/" + name);
        assertThat(response.status()).as(response.body()).isEqualTo(502);
        assertThat(response.problem()).isEqualTo("backend-failed");
        return response.json().path("detail").asString();
    }

    /** A port that is bound and not listened on: connections to it are refused, and nobody else gets it. */
    private static Socket refusing() throws IOException {
        Socket bound = new Socket();
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return bound;
    }
}
