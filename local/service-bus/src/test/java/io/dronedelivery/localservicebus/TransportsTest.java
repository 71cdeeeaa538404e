package io.dronedelivery.localservicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.AmqpTransportType;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.dronedelivery.localservicebus.entity.CorrelationRule;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AMQP, AMQP over WebSockets and HTTP, each with TLS and without, on one port. */
class TransportsTest {
    @TempDir
    static Path directory;

    @RegisterExtension
    static final LocalServiceBusExtension BUS = LocalServiceBusExtension.with(o -> o.queue("q")
            .topic(
                    "t",
                    t -> t.subscription(
                            "s",
                            s -> s.correlationRule(CorrelationRule.named("c").property("n", 1))))
            .tls(directory.resolve("tls"))
            .managementPort(0));

    private static SSLContext trusting(Path pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(pem)) {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
            store.setCertificateEntry("bus", certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static Path pem() {
        return directory.resolve("tls/certificate.pem");
    }

    /** As the clients of JavaScript and Go sign it: with the query. */
    private static String token(String address) throws GeneralSecurityException {
        String resource = java.net.URLEncoder.encode(address, StandardCharsets.UTF_8);
        long expiry = Instant.now().getEpochSecond() + 600;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("SAS_KEY_VALUE".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = Base64.getEncoder()
                .encodeToString(mac.doFinal((resource + "\n" + expiry).getBytes(StandardCharsets.UTF_8)));
        return "SharedAccessSignature sr=%s&sig=%s&se=%d&skn=RootManageSharedAccessKey"
                .formatted(resource, java.net.URLEncoder.encode(signature, StandardCharsets.UTF_8), expiry);
    }

    private static HttpResponse<String> get(HttpClient client, String address, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).header("Authorization", token(address));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void http_is_answered_on_each_port_with_tls_and_without() throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(pem())).build();
        for (int port : new int[] {BUS.bus().port(), BUS.bus().managementPort()}) {
            for (String scheme : new String[] {"http", "https"}) {
                String bus = scheme + "://localhost:" + port;
                assertThat(get(client, bus + "/q?api-version=2021-05").body()).contains("QueueDescription");
                assertThat(get(client, bus + "/$namespaceinfo?api-version=2021-05")
                                .body())
                        .contains("<MessagingSKU>Standard</MessagingSKU>");
                assertThat(get(client, bus + "/q/subscriptions/s?api-version=2021-05")
                                .statusCode())
                        .isEqualTo(404);
            }
        }
    }

    /** The clients of JavaScript and Go do not read an entry without these. */
    @Test
    void entries_have_what_clients_of_other_languages_require() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        String bus = "http://localhost:" + BUS.bus().port();
        assertThat(get(client, bus + "/q").body())
                .contains("<EnablePartitioning>false<", "<EnableExpress>false<", "<MaxSizeInMegabytes>1024<")
                .contains("<DuplicateDetectionHistoryTimeWindow>PT10M<");
        assertThat(get(client, bus + "/t").body()).contains("<SupportOrdering>true<", "<EnableExpress>false<");
        assertThat(get(client, bus + "/t/subscriptions/s").body())
                .contains("/t/Subscriptions/s</id>", "<DeadLetteringOnFilterEvaluationExceptions>");
        assertThat(get(client, bus + "/t/subscriptions/s/rules/c").body())
                .contains("/t/Subscriptions/s/Rules/c</id>", "i:type=\"d6p1:int\"");
        assertThat(get(client, bus + "/t/Subscriptions/?$skip=0&$top=100").body())
                .contains("SubscriptionDescription");
        assertThat(get(client, bus + "/t/Subscriptions/s/Rules/").body()).contains("RuleDescription");
    }

    @Test
    void a_probe_needs_no_token() throws Exception {
        HttpRequest probe = HttpRequest.newBuilder(URI.create(
                        "http://localhost:%d/health".formatted(BUS.bus().port())))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(probe, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("healthy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET nonsense\r\n\r\n",
                "PUT /q HTTP/1.1\r\nbroken\r\n\r\n",
                "AMQX\0\1\0\0",
                "\u0016\u0003\u0001garbage!"
            })
    void what_no_protocol_knows_ends_its_connection_alone(String bytes) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), BUS.bus().port())) {
            socket.setSoTimeout(Math.toIntExact(Clients.WAIT.toMillis()));
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        }
        assertThat(BUS.stats().entities()).containsKey("q");
    }

    @Test
    void pages_of_others_may_neither_ask_nor_open_a_socket() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        String bus = "://localhost:" + BUS.bus().port();
        assertThat(get(client, "http" + bus + "/q", "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        CompletableFuture<WebSocket> socket = client.newWebSocketBuilder()
                .header("Origin", "https://evil.example")
                .subprotocols("amqp")
                .buildAsync(URI.create("ws" + bus + "/$servicebus/websocket"), new WebSocket.Listener() {});
        assertThat(socket)
                .failsWithin(Clients.WAIT)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(WebSocketHandshakeException.class);
    }

    @Test
    void amqp_is_spoken_over_web_sockets_with_tls_and_without() throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(pem())).build();
        for (String scheme : new String[] {"ws", "wss"}) {
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            WebSocket socket = client.newWebSocketBuilder()
                    .subprotocols("AMQPWSB10")
                    .buildAsync(
                            URI.create("%s://localhost:%d/$servicebus/websocket"
                                    .formatted(scheme, BUS.bus().port())),
                            new WebSocket.Listener() {
                                @Override
                                public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
                                    byte[] bytes = new byte[data.remaining()];
                                    data.get(bytes);
                                    answer.complete(bytes);
                                    from.request(1);
                                    return null;
                                }
                            })
                    .get(45, TimeUnit.SECONDS);
            byte[] header = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
            // A header in two frames is one header.
            socket.sendBinary(ByteBuffer.wrap(header, 0, 3), true).join();
            socket.sendBinary(ByteBuffer.wrap(header, 3, 5), true).join();
            assertThat(answer.get(45, TimeUnit.SECONDS)).startsWith(header);
            assertThat(socket.getSubprotocol()).isEqualTo("AMQPWSB10");
            socket.abort();
        }
    }

    @ParameterizedTest
    @EnumSource(AmqpTransportType.class)
    void the_sdk_sends_and_receives_over_tls(AmqpTransportType transport) throws Exception {
        ServiceBusClientBuilder builder = new ServiceBusClientBuilder()
                .connectionString(BUS.connectionString().replace("UseDevelopmentEmulator=true;", ""))
                .customEndpointAddress("https://localhost:" + BUS.bus().port())
                .transportType(transport);
        SSLContext before = SSLContext.getDefault();
        SSLContext.setDefault(trusting(pem()));
        try (ServiceBusSenderClient sender = builder.sender().queueName("q").buildClient();
                ServiceBusReceiverClient receiver =
                        builder.receiver().queueName("q").disableAutoComplete().buildClient()) {
            sender.sendMessage(Clients.message("over " + transport));
            assertThat(Clients.bodies(receiver, 1)).containsExactly("over " + transport);
        } finally {
            SSLContext.setDefault(before);
        }
    }

    @Test
    void a_certificate_is_used_again_and_is_for_the_advertised_host_too() throws Exception {
        Path own = directory.resolve("own");
        byte[] first;
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("q").tls(own))) {
            first = digest(own);
            assertThat(bus.port()).isPositive();
        }
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.queue("q").tls(own))) {
            assertThat(digest(own)).isEqualTo(first);
            assertThat(bus.port()).isPositive();
        }
        Path other = directory.resolve("other");
        try (LocalServiceBus bus =
                LocalServiceBus.start(o -> o.queue("q").tls(other).advertisedHost("bus.test"))) {
            try (SSLSocket socket = (SSLSocket) trusting(other.resolve("certificate.pem"))
                    .getSocketFactory()
                    .createSocket("localhost", bus.port())) {
                socket.startHandshake();
                assertThat(socket.getSession().getPeerCertificates()[0].toString())
                        .contains("bus.test");
            }
        }
    }

    private static byte[] digest(Path tls) throws IOException, GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(tls.resolve("certificate.pem")));
    }
}
