package io.dronedelivery.gateway.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.settings.BackendClient;
import io.dronedelivery.gateway.settings.BackendProperties.ConnectionPoolSettings;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.servicekit.testing.TestCertificate;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.X509Bundle;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider;
import reactor.netty.transport.NameResolverProvider;

/** Connections with TLS, and the names of hosts, at the level of a pool of either client. */
@ExtendWith(NoBufferLeaks.class)
class SecuredConnectionTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final LoopResources loops = LoopResources.create("secured", 1, true);
    private final DnsAddressResolverGroup names =
            NameResolverProvider.builder().build().newNameResolverGroup(loops, true);
    private final X509Bundle certificate = TestCertificate.forLocalhost();
    private final List<PoolShare> pools = new ArrayList<>();
    private DisposableServer server;

    @BeforeEach
    void start() throws Exception {
        var context = SslContextBuilder.forServer(certificate.toKeyManagerFactory());
        SslProvider tls = SslProvider.builder().sslContext(context.build()).build();
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .secure(tls)
                .handle((request, response) -> response.sendString(Mono.just(request.uri())))
                .bindNow();
    }

    @AfterEach
    void stop() {
        pools.forEach(PoolShare::close);
        names.close();
        server.disposeNow();
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(10)).block();
    }

    private PoolShare pool(BackendClient client, InetSocketAddress remote) throws SSLException {
        return pool(client, remote, certificate);
    }

    private PoolShare pool(BackendClient client, InetSocketAddress remote, X509Bundle trusted) throws SSLException {
        var settings =
                new Binder(new MapConfigurationPropertySource()).bindOrCreate("pool", ConnectionPoolSettings.class);
        var trust = SslContextBuilder.forClient().trustManager(trusted.getCertificate());
        var context = trust.build();
        HttpHeaders fields = new DefaultHttpHeaders().set(HttpHeaderNames.HOST, "localhost");
        // As the factory of instances makes it, which trusts what Java trusts.
        HttpClient secured =
                HttpClient.create(ConnectionProvider.newConnection()).secure(spec -> spec.sslContext(context));
        PoolShare pool = switch (client) {
            case NETTY ->
                new LoopPool(
                        "secured",
                        settings,
                        1,
                        1,
                        (EventLoop) loops.onClient(true).next(),
                        new ConnectionOpener(
                                loops,
                                remote,
                                names,
                                Duration.ofSeconds(30),
                                secured.configuration().sslProvider(),
                                new CommonFields(fields),
                                8192,
                                () -> {}));
            case REACTOR_NETTY ->
                new ReactorNettyShare(
                        "secured",
                        settings,
                        1,
                        1,
                        provider -> HttpClient.create(provider)
                                .runOn(loops)
                                .remoteAddress(() -> remote)
                                .headers(headers -> headers.set(fields))
                                .secure(spec -> spec.sslContext(context))
                                .doOnChannelInit((observer, channel, peer) -> channel.pipeline()
                                        .replace(
                                                NettyPipeline.HttpCodec,
                                                NettyPipeline.HttpCodec,
                                                new ExchangeCodec(8192, () -> {}))));
        };
        pools.add(pool);
        return pool;
    }

    private static void assertFails(PoolShare pool, String reason) {
        assertThat(CollectedAnswer.get(pool, "/it"))
                .failsWithin(TIMEOUT)
                .withThrowableThat()
                .satisfies(failure -> assertThat(
                                ConnectionFailures.explain(failure.getCause()).reason())
                        .isEqualTo(reason));
        await().untilAsserted(() -> assertThat(pool.allocated()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void a_name_that_the_certificate_has_is_called_over_one_connection(BackendClient client) throws SSLException {
        PoolShare pool = pool(client, InetSocketAddress.createUnresolved("localhost", server.port()));

        for (int i = 0; i < 3; i++) {
            assertThat(CollectedAnswer.get(pool, "/" + i))
                    .succeedsWithin(TIMEOUT)
                    .isEqualTo("/" + i);
            await().untilAsserted(() -> assertThat(pool.idle()).isOne());
        }
        assertThat(pool.allocated()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void a_name_that_the_certificate_does_not_have_is_not_trusted(BackendClient client) throws IOException {
        InetAddress other = InetAddress.getByAddress("other.test", new byte[] {127, 0, 0, 1});

        assertFails(
                pool(client, new InetSocketAddress(other, server.port())),
                "cannot be trusted, its certificate is not for 'other.test'");
    }

    @ParameterizedTest
    @EnumSource
    void a_certificate_of_an_unknown_issuer_is_not_trusted(BackendClient client) throws SSLException {
        var remote = InetSocketAddress.createUnresolved("localhost", server.port());

        assertFails(pool(client, remote, TestCertificate.forLocalhost()), "cannot be trusted, TLS failed");
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_does_not_speak_tls_is_not_trusted(BackendClient client) throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answerInPlainText(plain));
            answering.start();

            assertFails(
                    pool(client, (InetSocketAddress) plain.getLocalSocketAddress()), "cannot be trusted, TLS failed");
        }
    }

    /** Each connection, until its client closes it. */
    private static void answerInPlainText(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The client, or the test, has ended.
            }
        }
    }

    /** Names below invalid have none, and a resolver without a network has no name server. */
    @ParameterizedTest
    @EnumSource
    void a_name_without_an_address_cannot_be_found(BackendClient client) throws SSLException {
        PoolShare pool = pool(client, InetSocketAddress.createUnresolved("nobody.invalid", server.port()));

        assertFails(pool, "cannot be found, its host name does not resolve");
    }
}
