package io.dronedelivery.gateway.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller can do wrong, against the aggregations that the gateway comes with. */
@ExtendWith(NoBufferLeaks.class)
class BadInputTest {

    private static final String MONTH = "/api/v1/owners/o-17/invoices/2026/11";

    private static TestBackend backend;
    private static TestGateway gateway;
    private static RecordedLog log;

    @BeforeAll
    static void start() {
        backend = TestBackend.start();
        gateway = TestGateway.start(
                "gateway.backends.delivery.base-url=" + backend.url(),
                "gateway.backends.drone.base-url=" + backend.url(),
                "gateway.backends.invoice.base-url=" + backend.url(),
                "gateway.aggregations.free.path=/free/{name}",
                "gateway.aggregations.free.parts.it.backend=drone",
                "gateway.aggregations.free.parts.it.path=/it/{name}",
                "gateway.aggregations.query.path=/by-query",
                "gateway.aggregations.query.variables.name.required=true",
                "gateway.aggregations.query.parts.it.backend=drone",
                "gateway.aggregations.query.parts.it.path=/it/{name}");
        log = RecordedLog.ofEdge("io.dronedelivery");
    }

    @AfterAll
    static void stop() {
        log.close();
        gateway.close();
        backend.close();
        assertThat(backend.calls()).as("no backend is asked").isEmpty();
        assertThat(log.from(Level.WARN)).as("the caller's fault is no warning").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/owners/o%20x/invoices/2026/11, ownerId",
        "/api/v1/owners/o%2F17/invoices/2026/11, ownerId",
        "/api/v1/owners/%2E%2E/invoices/2026/11, ownerId",
        "/api/v1/owners/../invoices/2026/11, ownerId",
        "/api/v1/owners/%C3%A9/invoices/2026/11, ownerId",
        "/api/v1/owners/%00/invoices/2026/11, ownerId",
        "/api/v1/owners/o-17/invoices/2026/0, month",
        "/api/v1/owners/o-17/invoices/2026/13, month",
        "/api/v1/owners/o-17/invoices/2026/eleven, month",
        "/api/v1/owners/o-17/invoices/2026/-1, month",
        "/api/v1/owners/o-17/invoices/1999/11, year",
        "/api/v1/owners/o-17/invoices/2101/11, year",
        "/api/v1/owners/o-17/invoices/20260000000000000000000/11, year",
        "/api/v1/deliveries/d%3F1, deliveryId",
        "/api/invoices?year=2026&month=11, ownerId",
        "/api/invoices?ownerId=o-17&year=2026, month",
        "/api/invoices?ownerId=o-17&year=2026&month=, month",
        "/api/invoices?ownerId=o-17&year=2026&month, month",
        "/api/invoices?ownerId=o-17&year=2026&month=13, month",
        "/api/invoices?ownerId=o-17&ownerId=o-18&year=2026&month=11, ownerId",
        "/api/invoices?ownerId=a+b&year=2026&month=11, ownerId",
        "/api/invoices?ownerId=..&year=2026&month=11, ownerId",
        "/free/..%2F..%2Fadmin, name",
        "/free/..%5C..%5Cadmin, name",
        "/free/a%00b, name",
        "/free/a%0D%0Ab, name",
        "/free/a%C2%85b, name",
        "/free/a%FFb, name",
        "/by-query?name=..%2Fadmin, name",
        "/by-query?name=../admin, name",
        "/by-query?name=%C3, name",
    })
    void a_value_that_is_not_allowed_is_refused_by_name(String path, String field) throws IOException {
        // Sent as it is: a client library would tidy the path up.
        String answer = gateway.sendRaw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        assertThat(answer).contains("\"errors\":[{\"field\":\"" + field + "\",\"message\":\"");
        assertThat(answer)
                .contains("\"type\":\"urn:drone-delivery:problem:invalid-request\"")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/api",
                "/api/v1/owners/o-17/invoices/2026",
                MONTH + "/",
                MONTH + "/x",
                "//api/v1/deliveries/d-1",
                "/api/v1/deliveries/",
                "/api//v1/deliveries/d-1",
                "/api/V1/deliveries/d-1",
                "/favicon.ico"
            })
    void an_unknown_path_is_not_found(String path) throws IOException {
        String answer = gateway.sendRaw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 404 ").contains("urn:drone-delivery:problem:not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"})
    void another_method_is_refused_with_those_allowed(String method) throws IOException {
        String answer = gateway.sendRaw(method + " " + MONTH
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 405 ").contains("urn:drone-delivery:problem:method-not-allowed");
        assertThat(answer.lines().filter(line -> line.startsWith("Allow: ")).toList())
                .singleElement()
                .asString()
                .contains("GET", "HEAD", "OPTIONS")
                .doesNotContain(method);
    }

    @Test
    void invented_methods_do_not_add_meters() throws IOException {
        for (int i = 0; i < 20; i++) {
            gateway.sendRaw("BREW" + i + " " + MONTH + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        }

        assertThat(gateway.bean(MeterRegistry.class)
                        .find("http.server.requests")
                        .tag("method", "UNKNOWN")
                        .timers())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "application/xml, text/*",
                "application/json;q=0",
                "application/problem+json",
                "application/hal+json",
                "application/vnd.api+json"
            })
    void a_caller_that_does_not_accept_json_is_refused(String accept) {
        Response response = gateway.get(MONTH, "Accept", accept);

        assertThat(response.status()).isEqualTo(406);
        assertThat(response.problem()).isEqualTo("not-acceptable");
    }

    @Test
    void a_malformed_accept_header_is_refused() {
        assertThat(gateway.get(MONTH, "Accept", "json").status()).isIn(400, 406);
    }

    @Test
    void what_is_too_long_is_refused() throws IOException {
        String uri =
                gateway.sendRaw("GET /api/v1/deliveries/" + "d".repeat(9000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(uri).startsWith("HTTP/1.1 414 ").contains("urn:drone-delivery:problem:uri-too-long");

        String header = gateway.sendRaw(
                "GET " + MONTH + " HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n");
        assertThat(header).startsWith("HTTP/1.1 431 ").contains("urn:drone-delivery:problem:headers-too-large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/deliveries/d%zz HTTP/1.1",
                "GET /api/v1/deliveries/a b HTTP/1.1",
                "GET /free/\u00c3\u00a9 HTTP/1.1",
                "GET  HTTP/1.1",
                "nonsense"
            })
    void bytes_that_are_not_http_are_refused(String line) throws IOException {
        String answer = gateway.sendRaw(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("urn:drone-delivery:problem:invalid-request");
    }
}
