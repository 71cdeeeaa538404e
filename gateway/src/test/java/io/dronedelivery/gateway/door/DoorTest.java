package io.dronedelivery.gateway.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a stranger finds at {@code /}. */
@ExtendWith(NoBufferLeaks.class)
class DoorTest {

    static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(
                "gateway.door.live-page=http://localhost:8108/?a=1&b=<2>",
                "gateway.backends.delivery.base-url=http://secret-host.example:8101",
                "gateway.aggregations.delivery.summary=One <b>delivery</b>",
                "gateway.aggregations.page.path=/page",
                "gateway.aggregations.page.variables.number.example=1 2",
                "gateway.aggregations.page.parts.one.backend=drone",
                "gateway.aggregations.page.parts.one.path=/x?n={number}");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void a_browser_gets_a_page_with_links_and_endpoints() {
        Response door = gateway.get("/", "Accept", BROWSER);

        assertThat(door.status()).isEqualTo(200);
        assertThat(door.header("Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(door.body())
                .contains("href=\"./v3/api-docs\"")
                .contains("href=\"http://localhost:8108/?a=1&amp;b=&lt;2&gt;\"")
                .doesNotContain("swagger-ui")
                .contains("GET /api/v1/owners/{ownerId}/invoices/{year}/{month}", "scope:invoices.read")
                .contains("href=\"./api/v1/owners/o-17/invoices/2026/11\"")
                .contains("droneUtilization (optional, 120000 ms)")
                .contains("POST /api/v1/deliveries")
                .contains("href=\"./page?number=1%202\"")
                .contains("One &lt;b&gt;delivery&lt;/b&gt;")
                .contains("no caller needs a token")
                .doesNotContain("<script", "secret-host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "application/*;q=0.5", "text/plain, */*"})
    void all_others_get_json(String accept) {
        Response door = gateway.get("/", "Accept", accept);

        assertThat(door.header("Content-Type")).isEqualTo("application/json");
        JsonNode json = door.json();
        assertThat(json.path("documentation").asString()).isEqualTo("/v3/api-docs");
        assertThat(json.has("page")).isFalse();
        assertThat(json.path("tokens").asBoolean()).isFalse();
        assertThat(json.path("aggregations"))
                .filteredOn(one -> one.path("name").asString().equals("owner-invoice"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.path("path").asString())
                            .isEqualTo("/api/v1/owners/{ownerId}/invoices/{year}/{month}");
                    assertThat(one.path("access").asString()).isEqualTo("scope:invoices.read");
                    assertThat(one.at("/parts/0/name").asString()).isEqualTo("invoice");
                    assertThat(one.at("/parts/0/required").asBoolean()).isTrue();
                });
        assertThat(json.at("/forwards/0/method").asString()).isEqualTo("POST");
        assertThat(json.at("/forwards/0").has("parts")).isFalse();
        assertThat(door.body()).doesNotContain("secret-host");
    }

    @Test
    void a_caller_without_an_accept_field_gets_json() throws Exception {
        assertThat(gateway.sendRaw("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("Content-Type: application/json");
    }

    @Test
    void its_headers_allow_nothing_but_its_style_and_a_cache_that_asks_again() {
        Response door = gateway.get("/", "Accept", BROWSER);

        assertThat(door.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("frame-ancestors 'none'");
        assertThat(door.headers().allValues("Content-Security-Policy")).hasSize(1);
        assertThat(door.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(door.headers().allValues("Cache-Control")).containsExactly("no-cache");
        assertThat(door.headers().allValues("Vary")).contains("Accept");

        Response again = gateway.get("/", "Accept", BROWSER, "If-None-Match", door.header("ETag"));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(gateway.get("/", "If-None-Match", door.header("ETag")).status())
                .as("the JSON is another representation")
                .isEqualTo(200);
    }

    @Test
    void head_is_answered_without_a_body() {
        Response head = gateway.send("HEAD", "/");

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo(gateway.get("/").header("Content-Length"));
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void other_methods_are_refused(String method) {
        Response refused = gateway.send(method, "/");

        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("Allow")).contains("GET", "HEAD");
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void a_type_that_it_has_not_is_refused() {
        assertThat(gateway.get("/", "Accept", "image/png").status()).isEqualTo(406);
        assertThat(gateway.get("/", "Accept", "nonsense").status()).isIn(400, 406);
    }

    @Test
    void what_is_below_it_is_not_found_as_ever() {
        assertThat(gateway.get("/index.html").status()).isEqualTo(404);
        assertThat(gateway.get("//").status()).isNotEqualTo(200);
    }
}
