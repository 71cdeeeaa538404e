package io.dronedelivery.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;

/** Calls to backends whose server asks for a client certificate. */
@ExtendWith(NoBufferLeaks.class)
class BackendTlsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static TestAuthority authority;

    @TempDir
    private Path folder;

    private DisposableServer backend;

    @BeforeEach
    void makeAuthority() throws Exception {
        if (authority == null) {
            authority = new TestAuthority();
        }
        authority.publish(folder, authority.issue("gateway.test"));
    }

    @AfterEach
    void stop() {
        if (backend != null) {
            backend.disposeNow();
        }
    }

    /** Answers with the serial number of the client's certificate. */
    private void start(X509Bundle certificate, ClientAuth clients) throws Exception {
        var tls = SslContextBuilder.forServer(certificate.toKeyManagerFactory())
                .trustManager(authority.root().getCertificate())
                .clientAuth(clients)
                .build();
        backend = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .secure(spec -> spec.sslContext(tls))
                .handle((request, response) -> response.header("Content-Type", "application/json")
                        .sendString(Mono.just("\"" + serial(request) + "\"")))
                .bindNow();
    }

    private static String serial(HttpServerRequest request) {
        List<String> serial = new ArrayList<>();
        request.withConnection(connection -> {
            try {
                var peer = connection
                        .channel()
                        .pipeline()
                        .get(SslHandler.class)
                        .engine()
                        .getSession()
                        .getPeerCertificates();
                serial.add(serial((X509Certificate) peer[0]));
            } catch (SSLPeerUnverifiedException e) {
                serial.add("none");
            }
        });
        return serial.get(0);
    }

    private static String serial(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16);
    }

    private TestGateway gateway(String client, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.sample=false",
                "gateway.backend-client=" + client,
                "gateway.backends.secured.base-url=https://localhost:" + backend.port(),
                "gateway.backends.secured.circuit-breaker.enabled=false",
                "gateway.aggregations.get.path=/get",
                "gateway.aggregations.get.parts.it.backend=secured",
                "gateway.aggregations.get.parts.it.path=/it",
                "gateway.forwards.follow.method=GET",
                "gateway.forwards.follow.path=/follow",
                "gateway.forwards.follow.backend=secured",
                "gateway.forwards.follow.target=/it",
                "gateway.forwards.follow.answer=stream"));
        settings.addAll(TestAuthority.bundle("files", folder));
        settings.addAll(List.of(more));
        return TestGateway.start(settings.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void a_bundle_has_the_trusted_issuer_and_the_clients_certificate(String client) throws Exception {
        X509Bundle shown = authority.issue("gateway.test");
        authority.publish(folder, shown);
        start(authority.issue("localhost"), ClientAuth.REQUIRE);
        try (TestGateway gateway = gateway(client, "gateway.backends.secured.ssl.bundle=files")) {
            assertThat(gateway.get("/get").json().path("it").asString()).isEqualTo(serial(shown.getCertificate()));
            assertThat(gateway.get("/follow").body()).contains(serial(shown.getCertificate()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void without_a_bundle_the_issuer_is_not_trusted(String client) throws Exception {
        start(authority.issue("localhost"), ClientAuth.NONE);
        assertUntrusted("the issuer of its certificate is not trusted", client);
    }

    private void assertUntrusted(String why, String client, String... settings) {
        try (TestGateway gateway = gateway(client, settings)) {
            for (String path : List.of("/get", "/follow")) {
                Response refused = gateway.get(path);

                assertThat(refused.status()).isEqualTo(502);
                assertThat(refused.body()).contains("cannot be trusted, " + why);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void a_certificate_for_another_host_is_not_trusted(String client) throws Exception {
        start(authority.issue("other.test"), ClientAuth.NONE);
        assertUntrusted("its certificate is not for 'localhost'", client, "gateway.backends.secured.ssl.bundle=files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void a_backend_that_misses_the_clients_certificate_is_told(String client) throws Exception {
        start(authority.issue("localhost"), ClientAuth.REQUIRE);
        try (TestGateway gateway = gateway(
                client,
                "spring.ssl.bundle.pem.trust.truststore.certificate=file:" + folder.resolve("ca.crt"),
                "gateway.backends.secured.ssl.bundle=trust")) {
            assertThat(gateway.get("/get").body()).contains("refused the gateway's certificate");
            assertThat(gateway.get("/follow").body()).contains("refused the gateway's certificate");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "reactor-netty"})
    void new_files_are_used_without_a_failed_call_and_broken_ones_are_not(String client) throws Exception {
        start(authority.issue("localhost"), ClientAuth.REQUIRE);
        X509Bundle first = authority.issue("gateway.test");
        X509Bundle second = authority.issue("gateway.test");
        authority.publish(folder, first);
        AtomicBoolean over = new AtomicBoolean();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try (RecordedLog log = RecordedLog.of(CheckedSslBundles.class.getName());
                TestGateway gateway = gateway(
                        client,
                        "gateway.backends.secured.ssl.bundle=files",
                        "gateway.backends.secured.pool.max-life-time=50ms")) {
            Queue<String> seen = new ConcurrentLinkedQueue<>();
            List<Future<?>> loops = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                loops.add(callers.submit(() -> {
                    while (!over.get()) {
                        Response answer = gateway.get("/get");
                        (answer.status() == 200 ? seen : failures).add(answer.body());
                    }
                }));
            }
            await().atMost(TIMEOUT).until(() -> !seen.isEmpty());

            authority.publish(folder, "no certificate", second.getPrivateKeyPEM());
            await().atMost(TIMEOUT).until(() -> reloads(gateway, "refused") == 1);
            seen.clear();
            await().atMost(TIMEOUT).until(() -> seen.size() > 50);
            assertThat(seen).noneMatch(body -> body.contains(serial(second.getCertificate())));
            assertThat(log.from(Level.ERROR))
                    .singleElement()
                    .asString()
                    .contains("SSL bundle files was not reloaded, the one before stays in use");

            authority.publish(folder, second);
            await().atMost(TIMEOUT)
                    .until(() -> seen.stream().anyMatch(body -> body.contains(serial(second.getCertificate()))));
            over.set(true);
            for (Future<?> loop : loops) {
                loop.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(failures).isEmpty();
            assertThat(reloads(gateway, "reloaded")).isOne();
            double seconds = gateway.bean(MeterRegistry.class)
                    .get("ssl.chain.expiry")
                    .tag("certificate", serial(second.getCertificate()))
                    .gauge()
                    .value();
            assertThat(Duration.ofSeconds((long) seconds)).isBetween(Duration.ofDays(29), Duration.ofDays(30));
            // What deploy/prometheus/rules.yml reads; no composed service has certificates.
            assertThat(gateway.get("/actuator/prometheus").body())
                    .containsPattern("(?m)^ssl_chain_expiry_seconds\\{[^}]*bundle=\"files\"[^}]*source=\"keystore\"")
                    .containsPattern("(?m)^ssl_chain_expiry_seconds\\{[^}]*bundle=\"files\"[^}]*source=\"truststore\"")
                    .containsPattern(
                            "(?m)^gateway_ssl_bundle_reloads_total\\{[^}]*bundle=\"files\"[^}]*outcome=\"refused\"[^}]*} 1")
                    .doesNotContain("certificate=\"" + serial(first.getCertificate()) + "\"");
        } finally {
            over.set(true);
            callers.shutdownNow();
        }
    }

    private static double reloads(TestGateway gateway, String outcome) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.ssl.bundle.reloads")
                .tag("bundle", "files")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void a_key_of_another_certificate_changes_nothing() throws Exception {
        start(authority.issue("localhost"), ClientAuth.REQUIRE);
        try (RecordedLog log = RecordedLog.of(CheckedSslBundles.class.getName());
                TestGateway gateway = gateway("netty", "gateway.backends.secured.ssl.bundle=files")) {
            authority.publish(
                    folder,
                    authority.issue("gateway.test").getCertificatePathPEM(),
                    authority.issue("gateway.test").getPrivateKeyPEM());
            await().atMost(TIMEOUT).until(() -> reloads(gateway, "refused") == 1);

            assertThat(gateway.get("/get").status()).isEqualTo(200);
            assertThat(log.from(Level.ERROR).toString()).contains("a private key that is not that of its certificate");
        }
    }
}
