package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** What a call says of the way that its request has come, and requests that come back. */
@ExtendWith(NoBufferLeaks.class)
class ViaTest {

    private static TestBackend backend;
    /** Some of its calls lead back to it, through a proxy that is the backend, others to a second gateway before the backend. */
    private static TestGateway gateway;

    private static TestGateway second;
    private static TestGateway likeTheSecond;
    private static TestGateway named;

    @BeforeAll
    static void start() {
        backend = TestBackend.start();
        second = TestGateway.start(forwards(backend.url()));
        likeTheSecond = TestGateway.start(forwards(backend.url()));
        named = TestGateway.start(forwards(backend.url(), "gateway.via=eu-1"));
        gateway = TestGateway.start(
                "gateway.backends.test.base-url=" + backend.url(),
                "gateway.backends.second.base-url=http://127.0.0.1:" + second.port(),
                "gateway.aggregations.part.path=/part",
                "gateway.aggregations.part.parts.it.backend=test",
                "gateway.aggregations.part.parts.it.path=/it",
                "gateway.aggregations.loop.path=/part-loop",
                "gateway.aggregations.loop.coalesce=true",
                "gateway.aggregations.loop.parts.it.backend=test",
                "gateway.aggregations.loop.parts.it.path=/part-loop",
                "gateway.forwards.get.method=GET",
                "gateway.forwards.get.path=/get",
                "gateway.forwards.get.backend=test",
                "gateway.forwards.get.target=/it",
                "gateway.forwards.stream.method=GET",
                "gateway.forwards.stream.path=/stream",
                "gateway.forwards.stream.backend=test",
                "gateway.forwards.stream.target=/it",
                "gateway.forwards.stream.answer=stream",
                "gateway.forwards.loop.method=POST",
                "gateway.forwards.loop.path=/loop",
                "gateway.forwards.loop.backend=test",
                "gateway.forwards.loop.target=/loop",
                "gateway.forwards.second.method=GET",
                "gateway.forwards.second.path=/it",
                "gateway.forwards.second.backend=second",
                "gateway.forwards.second.target=/it");
    }

    private static String[] forwards(String to, String... more) {
        return Stream.concat(
                        Stream.of(
                                "gateway.backends.test.base-url=" + to,
                                "gateway.forwards.get.method=GET",
                                "gateway.forwards.get.path=/it",
                                "gateway.forwards.get.backend=test",
                                "gateway.forwards.get.target=/it"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** Passes on what it is asked as it is. */
    private static Publisher<Void> back(HttpServerRequest request, HttpServerResponse response) {
        return HttpClient.create()
                .headers(headers -> headers.set(request.requestHeaders()))
                .request(request.method())
                .uri("http://127.0.0.1:" + gateway.port() + request.uri())
                .responseSingle((head, body) -> body.asString()
                        .flatMap(text -> response.status(head.status())
                                .header("Content-Type", "application/problem+json")
                                .sendString(Mono.just(text))
                                .then()));
    }

    @AfterAll
    static void stop() {
        List.of(gateway, second, likeTheSecond, named).forEach(TestGateway::close);
        backend.close();
    }

    @BeforeEach
    void forget() {
        backend.reset();
        backend.on("/it", "1").on("/loop", ViaTest::back).on("/part-loop", ViaTest::back);
    }

    private static String via() {
        assertThat(backend.calls("/it")).hasSize(1);
        return backend.calls("/it").get(0).header("via");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/part", "/get", "/stream"})
    void each_call_names_the_gateway(String path) {
        gateway.get(path);

        assertThat(via()).matches("1\\.1 drone-delivery-gateway-[0-9a-f]{12}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/part", "/get", "/stream"})
    void what_a_request_has_passed_before_stays_in_front(String path) throws IOException {
        gateway.sendRaw("GET " + path + " HTTP/1.0\r\nVia: 1.0 fred, 1.1 p.example (a, b)\r\nVia: 2 nowhere\r\n\r\n");

        assertThat(via())
                .matches("1\\.0 fred, 1\\.1 p\\.example \\(a, b\\), 2 nowhere, 1\\.0 drone-delivery-gateway-\\w+");
    }

    @ParameterizedTest
    @CsvSource({"POST,/loop", "GET,/part-loop"})
    void a_request_that_comes_back_is_refused_after_one_round(String method, String path) {
        Response response = gateway.send(method, path);

        assertThat(backend.calls()).hasSize(1);
        if (method.equals("POST")) {
            assertThat(response.status()).isEqualTo(508);
            assertThat(response.problem()).isEqualTo("loop-detected");
        } else {
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.json().path("detail").asString()).contains("answered 508");
        }
    }

    @Test
    void the_name_is_known_in_whichever_form_it_comes_back() {
        gateway.get("/get");
        String name = via().substring("1.1 ".length());

        for (String value : new String[] {
            "1.1 " + name,
            "HTTP/1.1\t" + name + " (comment)",
            "1.0 other, 2  " + name.toUpperCase(Locale.ROOT),
            "1.1 other (a, (b), \\) c), 1.1 " + name
        }) {
            assertThat(gateway.get("/get", "Via", value).status()).as(value).isEqualTo(508);
        }
        for (String value : new String[] {
            "1.1 x" + name, "1.1 other (1.1 " + name + ")", "1.1 other (, 1.1 " + name + ")", name, "", ",", "1.1"
        }) {
            assertThat(gateway.get("/get", "Via", value).status()).as(value).isEqualTo(200);
        }
    }

    @Test
    void two_gateways_with_different_jobs_may_stand_behind_each_other() {
        assertThat(gateway.get("/it").status()).isEqualTo(200);

        assertThat(via()).matches("1\\.1 (\\S+), 1\\.1 (?!\\1)\\S+");
    }

    @Test
    void gateways_with_the_same_settings_have_the_same_name_unless_they_are_given_one() {
        likeTheSecond.get("/it");
        String name = via().substring("1.1 ".length());
        assertThat(second.get("/it", "Via", "1.1 " + name).status()).isEqualTo(508);

        forget();
        named.get("/it");
        assertThat(via()).isEqualTo("1.1 eu-1");
    }
}
