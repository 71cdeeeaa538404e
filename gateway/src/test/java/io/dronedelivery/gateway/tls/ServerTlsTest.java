package io.dronedelivery.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.GatewayApplication;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Callers of the API and of the management port with TLS. */
class ServerTlsTest {

    private static final String REQUEST = "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    private Path folder;

    private SSLContext trusting;

    /** A connection of a caller, and what the gateway showed it. */
    private final class Caller implements AutoCloseable {

        private final SSLSocket socket;

        /** @param host that the caller names, null for one that names none */
        Caller(int port, @Nullable String host) throws IOException {
            socket = (SSLSocket) trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            if (host != null) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(host)));
                socket.setSSLParameters(parameters);
            }
            socket.startHandshake();
        }

        BigInteger serial() throws IOException {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }

        /** The first line of the answer, whose body is read, too. */
        String get(String path) throws IOException {
            socket.getOutputStream().write(REQUEST.formatted(path).getBytes(StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
            }
            String length = head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
            socket.getInputStream().readNBytes(Integer.parseInt(length));
            return head.substring(0, head.indexOf("\r\n"));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void new_connections_have_the_new_certificate_and_open_ones_go_on() throws Exception {
        TestAuthority authority = new TestAuthority();
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, authority.root().toTrustManagerFactory().getTrustManagers(), null);
        X509Bundle first = authority.issue("gateway.test");
        authority.publish(folder, first);
        List<String> settings = new ArrayList<>(TestAuthority.bundle("edge", folder));
        settings.addAll(List.of(
                "server.port=0",
                "server.ssl.bundle=edge",
                "management.server.port=0",
                "management.server.ssl.bundle=edge",
                "gateway.defaults.access=public",
                "gateway.sample=false"));
        try (ConfigurableApplicationContext gateway = GatewayApplication.builder()
                .run(settings.stream().map(setting -> "--" + setting).toArray(String[]::new))) {
            int port = port(gateway, "local.server.port");
            int management = port(gateway, "local.management.port");
            try (Caller before = new Caller(port, null);
                    Caller probe = new Caller(management, "gateway.test")) {
                assertThat(before.serial()).isEqualTo(first.getCertificate().getSerialNumber());
                assertThat(before.get("/")).isEqualTo("HTTP/1.1 200 OK");
                assertThat(probe.get("/actuator/health/liveness")).isEqualTo("HTTP/1.1 200 OK");

                X509Bundle second = authority.issue("gateway.test");
                authority.publish(folder, second);
                for (int server : List.of(port, management)) {
                    for (String host : new String[] {null, "gateway.test"}) {
                        await().atMost(Duration.ofMinutes(1)).until(() -> {
                            try (Caller after = new Caller(server, host)) {
                                return after.serial()
                                        .equals(second.getCertificate().getSerialNumber());
                            }
                        });
                    }
                }
                assertThat(before.get("/")).isEqualTo("HTTP/1.1 200 OK");
                assertThat(probe.get("/actuator/health/liveness")).isEqualTo("HTTP/1.1 200 OK");
            }
        }
    }

    private static int port(ConfigurableApplicationContext gateway, String name) {
        return gateway.getEnvironment().getRequiredProperty(name, Integer.class);
    }
}
