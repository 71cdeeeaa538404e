package io.dronedelivery.servicekit.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.servicekit.testing.TestCertificate;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Sending with an identity, through a server with TLS to the local Application Insights, which has none and asks for no token. */
@ExtendWith(OutputCaptureExtension.class)
class TelemetryIdentityTest {

    /** Where the exporter puts what it could not send. */
    @TempDir
    static Path files;

    private static final String TEMPORARY = "java.io.tmpdir";

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final String temporary = System.getProperty(TEMPORARY);
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final List<String> scopes = new CopyOnWriteArrayList<>();
    private LocalApplicationInsights insights;
    private X509Bundle certificate;
    private DisposableServer server;

    @BeforeEach
    void start() throws Exception {
        System.setProperty(TEMPORARY, files.toString());
        insights = LocalApplicationInsights.start();
        certificate = TestCertificate.forLocalhost();
        SslContext tls = SslContextBuilder.forServer(
                        certificate.getKeyPair().getPrivate(), certificate.getCertificatePath())
                .build();
        server = HttpServer.create()
                .host("localhost")
                .port(0)
                .secure(spec -> spec.sslContext(tls))
                .handle(this::pass)
                .bindNow();
    }

    @AfterEach
    void stop() {
        server.disposeNow();
        insights.close();
        System.setProperty(TEMPORARY, temporary);
    }

    /** Whoever shows no token of the identity is refused, as a resource without local authentication does. */
    private Mono<Void> pass(HttpServerRequest request, HttpServerResponse response) {
        String authorization =
                Objects.requireNonNullElse(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION), "none");
        authorizations.add(authorization);
        if (!authorization.equals("Bearer token-of-the-identity")) {
            return response.status(401).send();
        }
        return HttpClient.create()
                .headers(headers -> headers.set(request.requestHeaders()).remove(HttpHeaderNames.HOST))
                .request(request.method())
                .uri("http://localhost:" + insights.port() + request.uri())
                .send(request.receive().retain())
                .response((answer, body) -> response.status(answer.status()).send(body.retain()))
                .then();
    }

    @Test
    void each_report_has_a_token_of_the_identity() {
        TelemetryExport export = withIdentity(identity("token-of-the-identity"));
        send(export);
        export.close();

        assertThat(insights.dependencies())
                .extracting(TelemetryItem.Dependency::name)
                .containsExactly("work");
        assertThat(authorizations).containsOnly("Bearer token-of-the-identity");
        assertThat(scopes).contains("https://monitor.azure.com//.default");
    }

    @Test
    void identity_without_the_role_is_told_in_the_log_which_one_it_lacks(CapturedOutput output) {
        TelemetryExport export = withIdentity(identity("token-of-somebody-else"));
        send(export);
        export.close();

        assertThat(linesOfOutages(output))
                .singleElement()
                .asString()
                .contains("localhost:" + server.port(), "401", "Monitoring Metrics Publisher")
                .doesNotContain("token-of-somebody-else");
        assertThat(insights.dependencies()).isEmpty();
    }

    @Test
    void service_that_gets_no_token_sends_nothing_and_says_so_once(CapturedOutput output) {
        try (ObservedService service = ObservedService.start(
                connectionString(), "telemetry.identity=true", "telemetry.sampling.percentage=100")) {
            service.get("/things/1");
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(linesOfOutages(output)).isNotEmpty());
            service.get("/things/2");
        }

        assertThat(linesOfOutages(output))
                .singleElement()
                .asString()
                .contains("Application Insights", "the service gets no token for its identity: EnvironmentCredential");
        assertThat(output).doesNotContain("AccessTokenCache", "ChainedTokenCredential", "\tat ");
        assertThat(authorizations).isEmpty();
    }

    /** The exporter logs it when it has waited for long enough, with the stack trace if there is one. */
    @Test
    void exporter_gets_one_line_as_the_reason_why_there_is_no_token() {
        TelemetryIdentity identity = new TelemetryIdentity(request -> Mono.error(
                new IllegalStateException("No identity here" + System.lineSeparator() + "and a page of advice")));

        for (int call = 0; call < 2; call++) {
            Throwable failure = catchThrowable(
                    () -> identity.getToken(new TokenRequestContext()).block(TIMEOUT));

            assertThat(failure)
                    .hasMessage("the service gets no token for its identity: No identity here")
                    .hasNoCause();
            assertThat(failure.getStackTrace()).isEmpty();
        }
    }

    @Test
    void identity_is_not_shown_to_an_endpoint_without_tls(CapturedOutput output) {
        assertThat(catchThrowable(() -> ObservedService.start(
                        insights.connectionString(),
                        "telemetry.identity=true",
                        "spring.main.web-application-type=none")))
                .isNotNull();

        assertThat(output)
                .contains("https:// URL, which telemetry.identity=true needs")
                .doesNotContain("\tat ");
    }

    private static List<String> linesOfOutages(CapturedOutput output) {
        return output.toString()
                .lines()
                .filter(line -> line.contains("Telemetry cannot be sent to "))
                .toList();
    }

    private TokenCredential identity(String token) {
        return (TokenRequestContext request) -> {
            scopes.addAll(request.getScopes());
            return Mono.just(new AccessToken(token, OffsetDateTime.now().plusHours(1)));
        };
    }

    private String connectionString() {
        String endpoint = "https://localhost:" + server.port() + "/";
        return "InstrumentationKey=00000000-0000-0000-0000-0000000010ca;IngestionEndpoint=%s;LiveEndpoint=%s"
                .formatted(endpoint, endpoint);
    }

    /** The end of an export waits for no more than a few seconds. */
    private static void send(TelemetryExport export) {
        export.sdk().getTracer("test").spanBuilder("work").startSpan().end();
        export.sdk().getSdkTracerProvider().forceFlush().join(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private TelemetryExport withIdentity(TokenCredential identity) {
        return TelemetryExport.start(
                connectionString(),
                "thing-service",
                settings(),
                identity,
                connections -> HttpClient.create(connections).secure(spec -> spec.sslContext(trusting())));
    }

    private SslContext trusting() {
        try {
            return SslContextBuilder.forClient()
                    .trustManager(certificate.getCertificate())
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TelemetryProperties settings() {
        return Binder.get(new MockEnvironment()
                        .withProperty("telemetry.sampling.percentage", "100")
                        .withProperty("telemetry.export.timeout", TIMEOUT.toString())
                        .withProperty(
                                "telemetry.export.interval", Duration.ofHours(1).toString())
                        .withProperty(
                                "telemetry.export.delay", Duration.ofMinutes(10).toString()))
                .bindOrCreate("telemetry", TelemetryProperties.class);
    }
}
