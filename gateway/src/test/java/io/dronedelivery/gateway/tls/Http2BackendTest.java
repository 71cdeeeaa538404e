package io.dronedelivery.gateway.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.netty.channel.ChannelId;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.ssl.ClientAuth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRoutes;
import reactor.netty.tcp.SslProvider.GenericSslContextSpec;

/** Calls to backends with HTTP/2, over TLS and without. */
@ExtendWith(NoBufferLeaks.class)
class Http2BackendTest {

    @TempDir
    private Path folder;

    /** Their ids; each request has a channel of its own. */
    private final Set<ChannelId> connections = ConcurrentHashMap.newKeySet();

    private final Queue<Sinks.One<String>> waiting = new ConcurrentLinkedQueue<>();
    private TestAuthority authority;
    private DisposableServer backend;

    @BeforeEach
    void publish() throws Exception {
        authority = new TestAuthority();
        authority.publish(folder, authority.issue("gateway.test"));
    }

    @AfterEach
    void stop() {
        backend.disposeNow();
    }

    private String start(boolean secure, HttpProtocol... protocols) throws Exception {
        HttpServer server = HttpServer.create().host("127.0.0.1").port(0).protocol(protocols);
        if (secure) {
            var keys = authority.issue("localhost").toKeyManagerFactory();
            server =
                    server.secure(spec -> spec.sslContext((GenericSslContextSpec<?>) Http2SslContextSpec.forServer(keys)
                            .configure(tls -> tls.clientAuth(ClientAuth.REQUIRE)
                                    .trustManager(authority.root().getCertificate()))));
        }
        backend = server.doOnConnection(
                        stream -> connections.add(stream.channel().parent().id()))
                .route(this::routes)
                .bindNow();
        return (secure ? "https" : "http") + "://localhost:" + backend.port();
    }

    private void routes(HttpServerRoutes routes) {
        routes.get(
                        "/it",
                        (request, response) -> response.header("Content-Type", "application/json")
                                .sendString(Mono.just("\"" + request.version() + "\"")))
                .get(
                        "/late",
                        (request, response) -> response.header("Content-Type", "application/json")
                                .sendString(late()))
                .get(
                        "/head",
                        (request, response) -> response.header("Content-Type", "application/json")
                                .header("X-Large", "x".repeat(2000))
                                .sendString(Mono.just("1")))
                .get(
                        "/wide",
                        (request, response) -> response.header("Content-Type", "application/json")
                                .header("X-Large", "x".repeat(1000))
                                .sendString(Mono.just("1")))
                .get(
                        "/stream",
                        (request, response) -> response.header("Content-Type", "text/event-stream")
                                .sendString(Flux.just("data: 1\n\n", "data: 2\n\n")))
                .get(
                        "/large",
                        (request, response) -> response.header("Content-Type", "application/json")
                                .sendString(Mono.just("\"" + "x".repeat(300_000) + "\"")))
                .get("/hints", (request, response) -> {
                    for (String interim : List.of("100", "102", "103", "103")) {
                        response.withConnection(stream -> stream.channel()
                                .pipeline()
                                .context(NettyPipeline.H2ToHttp11Codec)
                                .writeAndFlush(
                                        new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(interim))));
                    }
                    return response.header("Content-Type", "application/json").sendString(Mono.just("1"));
                })
                .get("/reset", (request, response) -> Mono.error(new IllegalStateException("broken off")))
                .post(
                        "/echo",
                        (request, response) -> response.header("Content-Type", "text/plain")
                                .send(request.receive().retain()));
    }

    private Mono<String> late() {
        Sinks.One<String> answer = Sinks.one();
        waiting.add(answer);
        return answer.asMono();
    }

    private TestGateway gateway(String url, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "gateway.sample=false",
                "gateway.backends.two.base-url=" + url,
                "gateway.backends.two.http2=true",
                "gateway.backends.two.circuit-breaker.enabled=false",
                "gateway.forwards.post.method=POST",
                "gateway.forwards.post.path=/echo",
                "gateway.forwards.post.backend=two",
                "gateway.forwards.post.target=/echo",
                "gateway.forwards.post.request-headers=Content-Type",
                "gateway.forwards.follow.method=GET",
                "gateway.forwards.follow.path=/follow",
                "gateway.forwards.follow.backend=two",
                "gateway.forwards.follow.target=/stream",
                "gateway.forwards.follow.answer=stream"));
        for (String path : List.of("it", "late", "large", "reset", "head", "wide", "hints")) {
            settings.add("gateway.aggregations." + path + ".path=/" + path);
            settings.add("gateway.aggregations." + path + ".parts.it.backend=two");
            settings.add("gateway.aggregations." + path + ".parts.it.path=/" + path);
        }
        settings.addAll(TestAuthority.bundle("files", folder));
        if (url.startsWith("https")) {
            settings.add("gateway.backends.two.ssl.bundle=files");
        }
        settings.addAll(List.of(more));
        return TestGateway.start(settings.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void parts_forwards_and_streams_are_called(boolean secure) throws Exception {
        String url = start(secure, secure ? HttpProtocol.H2 : HttpProtocol.H2C, HttpProtocol.HTTP11);
        try (TestGateway gateway = gateway(url)) {
            assertThat(gateway.get("/it").json().path("it").asString()).isEqualTo("HTTP/2.0");
            assertThat(gateway.get("/large").body()).hasSizeGreaterThan(300_000);
            assertThat(gateway.sendBody("POST", "/echo", "text", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("text");
            assertThat(gateway.get("/follow").body()).isEqualTo("data: 1\n\ndata: 2\n\n");
            Response broken = gateway.get("/reset");
            assertThat(broken.status()).as(broken.body()).isEqualTo(502);
            assertThat(gateway.get("/it").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void calls_share_a_connection_also_when_one_of_them_ends_early(boolean secure) throws Exception {
        String url = start(secure, secure ? HttpProtocol.H2 : HttpProtocol.H2C);
        ExecutorService callers = Executors.newFixedThreadPool(20);
        try (TestGateway gateway = gateway(url, "gateway.backends.two.pool.max-connections=1")) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(
                        CompletableFuture.supplyAsync(() -> gateway.get("/late").status(), callers));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> waiting.size() == 20);
            // Not the one that ends early: reactor-netty's server leaks what it is to write to a stream that was reset.
            List<Sinks.One<String>> held = List.copyOf(waiting);

            assertThat(gateway.get("/late", "X-Request-Timeout-Ms", "100").status())
                    .isEqualTo(504);
            held.forEach(answer -> answer.tryEmitValue("1"));
            for (CompletableFuture<Integer> answer : answers) {
                assertThat(answer.get(1, TimeUnit.MINUTES)).isEqualTo(200);
            }
            assertThat(gateway.get("/it").status()).isEqualTo(200);
            assertThat(connections).hasSize(1);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void a_head_that_is_too_large_fails_its_call() throws Exception {
        String url = start(false, HttpProtocol.H2C);
        try (TestGateway gateway = gateway(url, "gateway.backends.two.max-header-size=1KB")) {
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.get("/it").status()).isEqualTo(200);
            }
            assertThat(connections).hasSize(1);
            assertThat(gateway.get("/head").status()).isEqualTo(502);
            assertThat(gateway.get("/wide").body()).contains("header fields of more than its max-header-size");
            assertThat(gateway.get("/it").status()).isEqualTo(200);
        }
    }

    @Test
    void interim_answers_are_skipped() throws Exception {
        String url = start(false, HttpProtocol.H2C);
        try (TestGateway gateway = gateway(url)) {
            assertThat(gateway.get("/hints").body()).isEqualTo("{\"it\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_backend_without_it_is_told(boolean secure) throws Exception {
        String url = start(secure, HttpProtocol.HTTP11);
        try (TestGateway gateway = gateway(url)) {
            assertThat(gateway.get("/it").body()).contains("answered with something that is no HTTP/2");
            assertThat(gateway.get("/follow").body()).contains("answered with something that is no HTTP/2");
        }
    }
}
