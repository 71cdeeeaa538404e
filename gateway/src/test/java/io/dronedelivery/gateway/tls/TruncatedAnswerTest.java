package io.dronedelivery.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers over TLS that have neither a length nor chunks, so that the end of the connection is theirs.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-9.8">RFC 9112, section 9.8</a>
 */
@ExtendWith(NoBufferLeaks.class)
class TruncatedAnswerTest {

    @TempDir
    private Path folder;

    /** Answers each connection with {@code 42}; then says that this is all, or only closes the connection. */
    private static void answer(ServerSocket server, SSLContext tls) {
        while (!server.isClosed()) {
            try (Socket plain = server.accept();
                    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, false)) {
                socket.setUseClientMode(false);
                boolean says = readPath(socket).startsWith("/whole");
                String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
                socket.getOutputStream().write((head + "42").getBytes(StandardCharsets.US_ASCII));
                if (says) {
                    socket.shutdownOutput();
                } else {
                    plain.shutdownOutput();
                }
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The gateway, or the test, has ended.
            }
        }
    }

    private static String readPath(SSLSocket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) socket.getInputStream().read());
        }
        return head.substring(head.indexOf(" ") + 1);
    }

    private TestGateway gateway(String client, int port) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.sample=false",
                "gateway.backend-client=" + client,
                "gateway.backends.secured.base-url=https://localhost:" + port,
                "gateway.backends.secured.ssl.bundle=files",
                "gateway.backends.secured.circuit-breaker.enabled=false"));
        for (String path : List.of("whole", "cut")) {
            settings.addAll(List.of(
                    "gateway.aggregations." + path + ".path=/" + path,
                    "gateway.aggregations." + path + ".parts.it.backend=secured",
                    "gateway.aggregations." + path + ".parts.it.path=/" + path,
                    "gateway.forwards." + path + ".method=GET",
                    "gateway.forwards." + path + ".path=/" + path + "-stream",
                    "gateway.forwards." + path + ".backend=secured",
                    "gateway.forwards." + path + ".target=/" + path,
                    "gateway.forwards." + path + ".answer=stream"));
        }
        settings.addAll(TestAuthority.bundle("files", folder));
        return TestGateway.start(settings.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void an_answer_is_whole_only_if_its_backend_says_so_in_tls(String client) throws Exception {
        TestAuthority authority = new TestAuthority();
        authority.publish(folder, authority.issue("gateway.test"));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(authority.issue("localhost").toKeyManagerFactory().getKeyManagers(), null, null);
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            new Thread(() -> answer(server, tls)).start();
            try (TestGateway gateway = gateway(client, server.getLocalPort())) {
                assertThat(gateway.get("/whole").body()).isEqualTo("{\"it\":42}");
                assertThat(gateway.get("/whole-stream").body()).isEqualTo("42");

                assertThat(gateway.get("/cut").body()).contains("closed the connection before its answer was complete");
                assertThatThrownBy(() -> gateway.get("/cut-stream")).hasStackTraceContaining("IOException");
            }
        }
    }
}
