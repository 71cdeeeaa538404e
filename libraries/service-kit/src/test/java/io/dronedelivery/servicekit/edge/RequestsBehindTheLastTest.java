package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.TestCertificate;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A connection that is closed behind an answer, where the other direction stays open for a moment, as it does with TLS.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-9.6">RFC 9112, 9.6</a>
 */
class RequestsBehindTheLastTest {

    /** Its client cannot get an answer to it, so it would not know whether it was done. */
    @Test
    void what_was_sent_behind_the_last_request_is_not_done() throws Exception {
        X509Bundle certificate = TestCertificate.forLocalhost();
        String body = UUID.randomUUID().toString();
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(EdgeApplication.class)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                .properties("server.port=0")
                .run(
                        "--server.ssl.certificate=" + certificate.toTempCertChainPem(),
                        "--server.ssl.certificate-private-key=" + certificate.toTempPrivateKeyPem())) {
            int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);

            String last = exchange(
                    port,
                    "GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
                            + "POST /bodies HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                            + "\r\n\r\n"
                            + body);

            assertThat(last).startsWith("HTTP/1.1 200").endsWith("one, two");
            assertThat(exchange(port, "GET /bodies HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain(body);
        }
    }

    /** All that comes until the server closes the connection. */
    private static String exchange(int port, String request) throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        try (SSLSocket socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError("The connection did not end in order.", e);
        }
    }
}
