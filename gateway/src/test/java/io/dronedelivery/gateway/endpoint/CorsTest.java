package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CorsTest {

    private static final String PAGE = "https://app.example.com";

    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        backend = TestBackend.start();
        gateway = TestGateway.startInFrontOf(
                backend,
                "gateway.cors.allowed-origins=" + PAGE,
                "gateway.cors.max-age=10m",
                "gateway.forwards.kept.method=GET",
                "gateway.forwards.kept.path=/test/kept",
                "gateway.forwards.kept.backend=test",
                "gateway.forwards.kept.target=/it",
                "gateway.forwards.kept.response-headers=Cache-Control,Vary",
                "gateway.forwards.sent.method=POST",
                "gateway.forwards.sent.path=/test/sent",
                "gateway.forwards.sent.backend=test",
                "gateway.forwards.sent.target=/it");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
    }

    @BeforeEach
    void reset() {
        backend.reset();
        backend.on("/it", "1");
    }

    @Test
    void a_page_is_told_what_it_may_do_without_a_call_to_a_backend() throws IOException {
        String answer = preflight(gateway, "/test/one", PAGE, "GET");

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Access-Control-Allow-Origin: " + PAGE)
                .containsIgnoringCase("Access-Control-Allow-Methods: GET,HEAD")
                .containsIgnoringCase("Access-Control-Allow-Headers: Content-Type")
                .containsIgnoringCase("Access-Control-Max-Age: 600");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void a_page_may_read_the_answer() throws IOException {
        String answer = get(gateway, "/test/one", PAGE);

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Access-Control-Allow-Origin: " + PAGE)
                .containsIgnoringCase("Access-Control-Expose-Headers: Location, Retry-After")
                .containsIgnoringCase("Vary: Origin");
    }

    @Test
    void it_may_read_a_problem_too() throws IOException {
        backend.on("/it", TestBackend.status(500));

        assertThat(get(gateway, "/test/one", PAGE))
                .startsWith("HTTP/1.1 502")
                .containsIgnoringCase("Access-Control-Allow-Origin: " + PAGE);
    }

    @Test
    void another_page_gets_no_such_header() throws IOException {
        for (String origin :
                new String[] {"https://evil.example.com", "http://app.example.com", PAGE + ":444", "null"}) {
            assertThat(get(gateway, "/test/one", origin))
                    .as(origin)
                    .startsWith("HTTP/1.1 403")
                    .doesNotContainIgnoringCase("Access-Control");
            assertThat(preflight(gateway, "/test/one", origin, "GET"))
                    .doesNotContainIgnoringCase("Access-Control-Allow");
        }
    }

    /** Without Vary a cache would give this answer, which lacks the headers, to the page. */
    @Test
    void what_another_caller_gets_is_not_for_the_page() throws IOException {
        assertThat(get(gateway, "/test/one", "https://evil.example.com")).containsIgnoringCase("Vary: Origin");
        assertThat(gateway.sendRaw("GET /test/one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("Vary: Origin")
                .doesNotContainIgnoringCase("Access-Control");
    }

    @Test
    void it_depends_on_the_page_and_on_what_the_backend_says() throws IOException {
        backend.on(
                "/it",
                TestBackend.with(
                        "Vary",
                        "Accept-Language",
                        TestBackend.with("Cache-Control", "max-age=60", TestBackend.json("1"))));

        assertThat(get(gateway, "/test/kept", PAGE))
                .containsIgnoringCase("Cache-Control: max-age=60")
                .containsIgnoringCase("Vary: Accept-Language")
                .containsIgnoringCase("Vary: Origin");
    }

    /** Before any endpoint sees them. */
    @Test
    void it_may_read_why_a_request_is_refused_that_no_endpoint_would_take() throws IOException {
        assertThat(get(gateway, "/test/one", PAGE + "\r\nX-Request-Timeout-Ms: soon"))
                .startsWith("HTTP/1.1 400")
                .containsIgnoringCase("Access-Control-Allow-Origin: " + PAGE);
        assertThat(gateway.sendRaw("POST /test/sent HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: " + PAGE
                        + "\r\nContent-Length: 1000000\r\n\r\n"))
                .startsWith("HTTP/1.1 413")
                .containsIgnoringCase("Access-Control-Allow-Origin: " + PAGE);
    }

    @Test
    void what_a_page_is_told_has_the_headers_of_all_answers() throws IOException {
        assertThat(preflight(gateway, "/test/one", PAGE, "GET"))
                .containsIgnoringCase("X-Content-Type-Options: nosniff");
    }

    @Test
    void a_method_that_no_endpoint_has_is_not_allowed() throws IOException {
        assertThat(preflight(gateway, "/test/one", PAGE, "DELETE"))
                .startsWith("HTTP/1.1 403")
                .doesNotContainIgnoringCase("Access-Control-Allow");
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void an_operator_sees_how_often_pages_ask_and_are_told_no() throws IOException {
        long allowed = preflights("200");
        preflight(gateway, "/test/one", PAGE, "GET");
        await().untilAsserted(() -> assertThat(preflights("200")).isGreaterThan(allowed));

        long refused = preflights("403");
        preflight(gateway, "/test/one", PAGE, "DELETE");
        await().untilAsserted(() -> assertThat(preflights("403")).isGreaterThan(refused));
    }

    private static long preflights(String status) {
        return gateway
                .bean(MeterRegistry.class)
                .find("http.server.requests")
                .tags("method", "OPTIONS", "status", status)
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    @Test
    void what_is_no_endpoint_is_not_for_pages() throws IOException {
        assertThat(get(gateway, "/actuator/health", PAGE))
                .startsWith("HTTP/1.1 200")
                .doesNotContainIgnoringCase("Access-Control");
        assertThat(preflight(gateway, "/nothing/here", PAGE, "GET")).doesNotContainIgnoringCase("Access-Control-Allow");
    }

    @Test
    void without_the_setting_no_page_may_anything() throws IOException {
        try (TestGateway closed = TestGateway.startInFrontOf(backend)) {
            assertThat(get(closed, "/test/one", PAGE))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContainIgnoringCase("Access-Control")
                    .doesNotContainIgnoringCase("Vary");
            assertThat(preflight(closed, "/test/one", PAGE, "GET")).doesNotContainIgnoringCase("Access-Control");
        }
    }

    @Test
    void what_is_no_origin_ends_the_start() {
        assertThatThrownBy(() -> TestGateway.startInFrontOf(backend, "gateway.cors.allowed-origins=app.example.com"))
                .hasStackTraceContaining("allowedOrigins[0]")
                .hasStackTraceContaining("must be an origin such as https://app.example.com");
    }

    /** Written by hand: Java's own client sends no such headers. */
    private static String preflight(TestGateway gateway, String path, String origin, String method) throws IOException {
        return gateway.sendRaw(
                "OPTIONS " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: " + origin
                        + "\r\nAccess-Control-Request-Method: " + method
                        + "\r\nAccess-Control-Request-Headers: content-type\r\n\r\n");
    }

    private static String get(TestGateway gateway, String path, String origin) throws IOException {
        return gateway.sendRaw(
                "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: " + origin + "\r\n\r\n");
    }
}
