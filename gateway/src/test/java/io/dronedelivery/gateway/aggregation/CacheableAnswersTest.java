package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;

/** Whole answers that the gateway and its callers may keep, and how operators forget them. */
@ExtendWith(NoBufferLeaks.class)
class CacheableAnswersTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "spring.config.additional-location=classpath:caches.yml",
            "management.endpoints.web.exposure.include=gatewaycache",
            "management.endpoint.gatewaycache.access=unrestricted");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    private static final AtomicInteger things = new AtomicInteger();

    private final String id = "w-" + things.incrementAndGet();

    private void answer(String one, String two) {
        backend.on("/one/" + id, json(one)).on("/two/" + id, json(two));
    }

    private Response get(String... headers) {
        return gateway.get("/whole/" + id, headers);
    }

    @Test
    void a_whole_answer_is_kept_for_as_long_as_all_its_parts_are_fresh() {
        answer("1", "2");

        Response first = get();
        Response second = get();

        assertThat(second.body()).isEqualTo(first.body()).isEqualTo("{\"id\":\"" + id + "\",\"one\":1,\"two\":2}");
        assertThat(first.header("Cache-Status"))
                .matches("one; fwd=miss; stored; ttl=35\\d\\d, two; fwd=miss; stored; ttl=\\d");
        assertThat(second.header("Cache-Status")).matches("whole; hit; ttl=\\d");
        assertThat(second.header("Cache-Control")).matches("private, max-age=\\d");
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag")).matches("\"[\\w-]{22}\"");
        assertThat(second.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(second.header("Vary")).isEqualTo("X-Role");
        assertThat(second.header("Content-Type")).isEqualTo("application/json");
        assertThat(second.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(backend.calls()).hasSize(2);
    }

    @Test
    void other_passed_headers_are_another_answer() {
        answer("1", "2");
        get("X-Role", "a");

        assertThat(get("X-Role", "b").header("Cache-Status"))
                .startsWith("one; fwd=miss; stored")
                .contains("two; hit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "W/%s", "\"other\", %s", "*"})
    void a_caller_that_has_the_answer_gets_304(String known) {
        answer("1", "2");
        String tag = get().header("ETag");

        Response response = get("If-None-Match", known.formatted(tag));

        assertThat(response.status()).isEqualTo(304);
        assertThat(response.body()).isEmpty();
        assertThat(response.header("ETag")).isEqualTo(tag);
        assertThat(response.header("Cache-Control")).matches("private, max-age=\\d");
        assertThat(response.header("Content-Type")).isNull();
        assertThat(get("If-None-Match", "\"other\"").status()).isEqualTo(200);
    }

    @Test
    void a_304_is_also_the_answer_when_the_parts_were_fetched_again() throws IOException {
        backend.on("/one/" + id, with("ETag", "\"a\"", with("Cache-Control", "no-cache", json("1"))))
                .on("/two/" + id, json("2"));
        Response first = get();

        String second = gateway.sendRaw("GET /whole/" + id + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "If-None-Match: " + first.header("ETag") + "\r\n\r\n");

        assertThat(first.header("Cache-Control")).isEqualTo("private, no-cache");
        assertThat(second).startsWith("HTTP/1.1 304 ").endsWith("\r\n\r\n");
        assertThat(backend.calls("/one/" + id)).hasSize(2);
    }

    @Test
    void head_has_the_head_of_get() {
        answer("1", "2");
        Response get = get();

        Response head = gateway.send("HEAD", "/whole/" + id);

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.header("Cache-Control")).startsWith("private, max-age=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private, max-age=60"})
    void nobody_keeps_an_answer_with_a_part_that_must_not_be_kept(String control) {
        answer("1", "2");
        backend.on("/one/" + id, with("Cache-Control", control, json("1")));

        for (int i = 0; i < 2; i++) {
            Response response = get();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Cache-Control")).isEqualTo("no-store");
            assertThat(response.header("ETag")).isNull();
            assertThat(response.header("Cache-Status")).doesNotContain("whole");
        }
    }

    @Test
    void nobody_keeps_an_answer_that_lacks_a_part() {
        answer("1", "2");
        backend.on("/two/" + id, status(500));

        assertThat(get().header("Cache-Control")).isEqualTo("no-store");
        backend.on("/two/" + id, json("2"));
        assertThat(get().body()).endsWith("\"two\":2}");
    }

    @Test
    void parts_that_need_parts_are_kept_as_well() {
        backend.on("/one/" + id, json("{\"id\":\"x" + id + "\"}")).on("/two/x" + id, json("2"));
        gateway.get("/chained/" + id);

        Response second = gateway.get("/chained/" + id);

        assertThat(second.header("Cache-Status")).matches("chained; hit; ttl=35\\d\\d");
        assertThat(backend.calls()).hasSize(2);
    }

    @Test
    void an_operator_forgets_a_part_and_the_whole_answers_with_it() {
        answer("1", "2");
        get();
        answer("3", "4");

        assertThat(purge("?aggregation=whole&part=two&target=/two/" + id)).isGreaterThanOrEqualTo(2);
        Response response = get();

        assertThat(response.body()).contains("\"one\":1", "\"two\":4");
    }

    @Test
    void an_operator_forgets_everything() {
        answer("1", "2");
        get();
        assertThat(figure("entries")).isGreaterThanOrEqualTo(3);
        assertThat(figure("bytes")).isBetween(3L, figure("maxBytes"));
        answer("3", "4");

        assertThat(purge("")).isGreaterThanOrEqualTo(3);

        assertThat(figure("entries")).isZero();
        assertThat(get().body()).contains("\"one\":3", "\"two\":4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"agregation=nothing", "aggregation=nothing&Part=one", "x"})
    void a_purge_with_an_unknown_parameter_forgets_nothing(String query) {
        answer("1", "2");
        get();

        Response response = gateway.send("DELETE", "/actuator/gatewaycache?" + query);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body())
                .contains(query.substring(query.indexOf('&') + 1).replaceAll("=.*", ""), "aggregation, part, target");
        assertThat(get().header("Cache-Status")).startsWith("whole; hit");
    }

    @Test
    void what_was_asked_before_a_purge_is_not_kept_after_it() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/one/" + id, TestBackend.behind(gate, json("1"))).on("/two/" + id, json("2"));
        CompletableFuture<Response> before = gateway.getLater("/whole/" + id);
        await().until(() -> backend.calls("/one/" + id).size() == 1);

        purge("?aggregation=nothing");
        gate.tryEmitEmpty();
        assertThat(before.join().body()).contains("\"one\":1");
        backend.on("/one/" + id, json("3"));

        assertThat(get().body()).contains("\"one\":3");
    }

    @Test
    void a_change_of_a_part_ends_the_use_of_the_whole_answer() {
        answer("1", "2");
        get();
        backend.on("/two/" + id, status(204));
        gateway.send("PUT", "/two/" + id);
        answer("3", "4");

        assertThat(get().body()).contains("\"one\":1", "\"two\":4");
    }

    @Test
    void a_change_of_one_element_ends_the_use_of_the_whole_answer() {
        backend.on("/months/" + id, json("{\"lines\":[\"" + id + "a\",\"" + id + "b\"]}"));
        backend.on("/lines/" + id + "a", json("1")).on("/lines/" + id + "b", json("2"));
        gateway.get("/listed/" + id);
        assertThat(gateway.get("/listed/" + id).header("Cache-Status")).startsWith("listed; hit");
        for (String line : List.of(id + "a", id + "b")) {
            backend.on("/lines/" + line, status(204));
            gateway.send("PUT", "/lines/" + line);
            backend.on("/lines/" + line, json("\"new\""));

            assertThat(gateway.get("/listed/" + id).body())
                    .contains(line.endsWith("a") ? "[\"new\",2]" : "[\"new\",\"new\"]");
        }
    }

    private static long purge(String query) {
        Response response = gateway.send("DELETE", "/actuator/gatewaycache" + query);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return response.json().path("purged").asLong();
    }

    private static long figure(String name) {
        JsonNode figures = gateway.get("/actuator/gatewaycache").json();
        return figures.path(name).asLong();
    }
}
