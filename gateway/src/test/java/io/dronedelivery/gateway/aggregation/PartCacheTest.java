package io.dronedelivery.gateway.aggregation;

import static io.dronedelivery.gateway.testing.TestBackend.json;
import static io.dronedelivery.gateway.testing.TestBackend.status;
import static io.dronedelivery.gateway.testing.TestBackend.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Answer;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.DateFormatter;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

/** Answers of backends that are kept, for one part. */
@ExtendWith(NoBufferLeaks.class)
class PartCacheTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.aggregating(
            "spring.config.additional-location=classpath:caches.yml",
            "management.endpoints.web.exposure.include=gatewaycache");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    /** Each test has its own things, so that none meets what another one has left. */
    private static final AtomicInteger things = new AtomicInteger();

    private final String id = "t-" + things.incrementAndGet();

    /** An answer that says which one of its backend it is. */
    private static Answer numbered(String... fields) {
        AtomicInteger count = new AtomicInteger();
        return (request, response) -> {
            for (int i = 0; i < fields.length; i += 2) {
                response.addHeader(fields[i], fields[i + 1]);
            }
            return json("{\"n\":" + count.incrementAndGet() + "}").to(request, response);
        };
    }

    private static String date(long secondsFromNow) {
        return DateFormatter.format(new Date(System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(secondsFromNow)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    max-age=3600                        | -  | true
                    MAX-AGE="3600"                      | -  | true
                    max-age=3600, max-age=0             | -  | true
                    max-age=3600                        | 10 | true
                    max-age=3600                        | 3600 | false
                    max-age=0, s-maxage=3600            | -  | true
                    max-age=3600, s-maxage=0            | -  | false
                    max-age=3600, private               | -  | false
                    max-age=3600, private="a, b"        | -  | false
                    max-age=3600, must-revalidate       | -  | true
                    max-age=99999999999999999999        | -  | true
                    max-age=0                           | -  | false
                    max-age=soon                        | -  | false
                    max-age=3600, No-Store              | -  | false
                    max-age=3600, no-cache              | -  | false
                    max-age=3600, x="a, no-store"       | -  | true
                    public                              | -  | false
                    """)
    void the_backend_says_whether_its_answer_is_fresh(String control, String age, boolean fresh) {
        Answer answer = numbered("Cache-Control", control);
        backend.on("/plain/" + id, age == null ? answer : with("Age", age, answer));

        assertThat(gateway.get("/kept/" + id).body()).isEqualTo("{\"plain\":{\"n\":1}}");
        Response second = gateway.get("/kept/" + id);

        assertThat(second.body()).isEqualTo("{\"plain\":{\"n\":" + (fresh ? 1 : 2) + "}}");
        assertThat(second.header("X-Aggregate-Completed")).isEqualTo("true");
        assertThat(second.header("Cache-Status")).startsWith(fresh ? "plain; hit; ttl=" : "plain; fwd=miss");
    }

    @ParameterizedTest
    @CsvSource({"3600, 0, true", "-1, 0, false", "3600, -3700, false", "600, -500, true"})
    void expires_counts_from_the_date_of_the_answer(int expires, int date, boolean fresh) {
        Answer answer = numbered();
        backend.on(
                "/plain/" + id,
                (request, response) -> answer.to(
                        request, response.header("Date", date(date)).header("Expires", date(date + expires))));

        gateway.get("/kept/" + id);

        assertThat(gateway.get("/kept/" + id).body()).contains(fresh ? "1" : "2");
    }

    @Test
    void an_expires_that_cannot_be_read_is_in_the_past() {
        backend.on("/it/" + id, numbered("Expires", "0"));
        gateway.get("/ttl/" + id);

        assertThat(gateway.get("/ttl/" + id).body()).contains("2");
    }

    @ParameterizedTest
    @CsvSource({"X-Role, true", "Accept, true", "X-Never-Sent, true", "*, false", "traceparent, false"})
    void vary_names_fields_that_have_to_be_equal(String vary, boolean kept) {
        backend.on("/plain/" + id, numbered("Cache-Control", "max-age=3600", "Vary", vary));

        gateway.get("/kept/" + id, "X-Role", "a");
        Response other = gateway.get("/kept/" + id, "X-Role", "b");
        Response same = gateway.get("/kept/" + id, "X-Role", "a");

        assertThat(other.body()).contains("2");
        assertThat(same.body()).contains(kept ? "1" : "3");
    }

    @Test
    void the_ttl_counts_where_the_backend_says_nothing() {
        backend.on("/it/" + id, numbered());
        gateway.get("/ttl/" + id);

        Response second = gateway.get("/ttl/" + id);

        assertThat(second.body()).contains("1");
        assertThat(second.header("Cache-Status")).matches("it; hit; ttl=35\\d\\d");
        assertThat(uses("ttl", "it", "hit")).isPositive();
        assertThat(uses("ttl", "it", "miss")).isPositive();
        assertThat(gateway.bean(MeterRegistry.class)
                        .get("gateway.part")
                        .tags("aggregation", "ttl", "outcome", "cached")
                        .timer()
                        .count())
                .isPositive();
    }

    private static double uses(String aggregation, String part, String result) {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.cache.requests")
                .tags("aggregation", aggregation, "part", part, "result", result)
                .counter()
                .count();
    }

    @ParameterizedTest
    @CsvSource({"404", "500", "201", "204"})
    void what_is_no_200_is_not_kept(int status) {
        backend.on(
                "/it/" + id, status == 201 ? with("X", "y", (q, r) -> json("1").to(q, r.status(201))) : status(status));
        gateway.get("/ttl/" + id);
        backend.on("/it/" + id, json("2"));

        assertThat(gateway.get("/ttl/" + id).body()).isEqualTo("{\"it\":2}");
    }

    @Test
    void what_is_no_json_is_not_kept() {
        backend.on("/it/" + id, json("{"));
        assertThat(gateway.get("/ttl/" + id).status()).isEqualTo(502);
        backend.on("/it/" + id, json("2"));

        assertThat(gateway.get("/ttl/" + id).body()).isEqualTo("{\"it\":2}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ETag          | "a"                           | If-None-Match
                    ETag          | W/"a"                         | If-None-Match
                    Last-Modified | Sat, 28 Nov 2026 10:00:00 GMT | If-Modified-Since
                    """)
    void a_stale_answer_is_confirmed_by_its_validator(String validator, String value, String condition) {
        backend.on(
                "/plain/" + id,
                (request, response) -> value.equals(request.requestHeaders().get(condition))
                        ? response.status(304)
                                .header(validator, value)
                                .header("Cache-Control", "max-age=3600")
                                .send()
                        : with(validator, value, with("Cache-Control", "no-cache", json("1")))
                                .to(request, response));
        gateway.get("/kept/" + id);

        Response confirmed = gateway.get("/kept/" + id);
        Response third = gateway.get("/kept/" + id);

        assertThat(confirmed.body()).isEqualTo("{\"plain\":1}");
        assertThat(confirmed.header("Cache-Status")).matches("plain; fwd=stale; fwd-status=304; ttl=35\\d\\d");
        assertThat(third.header("Cache-Status")).startsWith("plain; hit");
        assertThat(backend.calls("/plain/" + id)).hasSize(2);
        assertThat(uses("kept", "plain", "revalidated")).isPositive();
    }

    @Test
    void a_304_for_another_answer_is_a_failure_and_the_next_request_is_not_conditional() {
        backend.on("/plain/" + id, with("ETag", "\"a\"", json("1")));
        gateway.get("/kept/" + id);
        backend.on("/plain/" + id, with("ETag", "\"b\"", status(304)));
        assertThat(gateway.get("/kept/" + id).status()).isEqualTo(502);
        backend.on("/plain/" + id, json("2"));

        assertThat(gateway.get("/kept/" + id).body()).isEqualTo("{\"plain\":2}");
        assertThat(backend.calls("/plain/" + id).get(2).header("If-None-Match")).isNull();
    }

    @Test
    void a_changed_answer_takes_the_place_of_the_kept_one() {
        backend.on("/plain/" + id, with("ETag", "\"a\"", with("Cache-Control", "no-cache", json("1"))));
        gateway.get("/kept/" + id);
        backend.on("/plain/" + id, with("ETag", "\"b\"", with("Cache-Control", "max-age=60", json("2"))));

        assertThat(gateway.get("/kept/" + id).body()).isEqualTo("{\"plain\":2}");
        assertThat(gateway.get("/kept/" + id).header("Cache-Status")).startsWith("plain; hit");
    }

    @Test
    void a_stale_answer_is_used_while_one_call_fetches_a_new_one() {
        backend.on("/months/" + id, json("1"));
        gateway.get("/stale/" + id);
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/months/" + id, TestBackend.behind(gate, json("2")));
        List<CompletableFuture<Response>> callers = new ArrayList<>();
        // The answer is fresh for a millisecond, which may not be over for the first ones.
        await().until(() -> {
            callers.add(gateway.getLater("/stale/" + id));
            return backend.calls("/months/" + id).size() == 2;
        });
        for (int i = 0; i < 20; i++) {
            callers.add(gateway.getLater("/stale/" + id));
        }

        assertThat(callers).allSatisfy(caller -> {
            assertThat(caller.join().body()).isEqualTo("{\"month\":1}");
            assertThat(caller.join().header("Cache-Status")).startsWith("month; hit; ttl=");
        });
        assertThat(backend.calls("/months/" + id)).hasSize(2);
        gate.tryEmitEmpty();
        backend.on("/months/" + id, json("3"));
        await().until(() -> !gateway.get("/stale/" + id).body().equals("{\"month\":1}"));
        assertThat(uses("stale", "month", "stale")).isPositive();
    }

    @Test
    void a_failed_refresh_changes_nothing_and_the_next_one_follows() {
        backend.on("/months/" + id, json("1"));
        gateway.get("/stale/" + id);
        backend.on("/months/" + id, status(500));

        await().until(() -> {
            assertThat(gateway.get("/stale/" + id).body()).isEqualTo("{\"month\":1}");
            return backend.calls("/months/" + id).size() >= 3;
        });
    }

    @ParameterizedTest
    @CsvSource({"500", "503", "429", "418"})
    void a_stale_answer_stands_in_for_a_failure_and_the_answer_says_so(int status) {
        backend.on("/months/" + id, json("{\"lines\":[\"" + id + "a\",\"" + id + "b\"]}"))
                .on("/lines/" + id + "a", json("1"))
                .on("/lines/" + id + "b", json("2"));
        gateway.get("/errors/" + id);
        backend.on("/lines/" + id + "b", status(status));
        await().until(() -> backend.calls("/lines/" + id + "b").size() > 1
                || gateway.get("/errors/" + id).body().contains("stale"));

        Response lines = gateway.get("/errors/" + id);
        backend.on("/months/" + id, status(status));
        Response both = gateway.get("/errors/" + id);

        assertThat(lines.body()).contains("\"lines\":[1,2]").doesNotContain("unavailable");
        assertThat(lines.json().at("/stale")).hasSize(1);
        assertThat(lines.json().at("/stale/0/part").asString()).isEqualTo("lines");
        assertThat(lines.json().at("/stale/0/from").asString()).isEqualTo("cache");
        assertThat(lines.json().at("/stale/0/ageSeconds").asInt()).isBetween(0, 600);
        assertThat(lines.header("X-Aggregate-Completed")).isEqualTo("false");
        assertThat(both.json().at("/stale")).hasSize(2);
        assertThat(both.header("Cache-Status")).contains("month; fwd=stale; detail=stale-if-error");
    }

    @ParameterizedTest
    @CsvSource({"must-revalidate", "no-cache"})
    void the_backend_forbids_stale_answers(String directive) {
        backend.on("/months/" + id, with("Cache-Control", "max-age=0, " + directive, json("{\"lines\":[]}")));
        gateway.get("/errors/" + id);
        backend.on("/months/" + id, status(500));

        assertThat(gateway.get("/errors/" + id).status()).isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource({"404", "403"})
    void a_refusal_ends_the_use_of_a_kept_answer(int status) {
        backend.on("/months/" + id, json("{\"lines\":[]}"));
        gateway.get("/errors/" + id);
        backend.on("/months/" + id, status(status));
        await().until(() -> gateway.get("/errors/" + id).status() == status);
        backend.on("/months/" + id, status(500));

        assertThat(gateway.get("/errors/" + id).status()).isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, 200, true",
        "DELETE, 204, true",
        "POST, 201, true",
        "PATCH, 303, true",
        "PUT, 404, false",
        "PUT, 500, false"
    })
    void a_change_of_a_uri_ends_the_use_of_its_kept_answers(String method, int status, boolean ended) {
        backend.on("/plain/" + id, numbered("Cache-Control", "max-age=3600"))
                .on("/plain/other-" + id, numbered("Cache-Control", "max-age=3600"));
        gateway.get("/kept/" + id, "X-Role", "a");
        gateway.get("/kept/" + id, "X-Role", "b");
        gateway.get("/kept/other-" + id);

        backend.on("/plain/" + id, status(status));
        gateway.send(method, "/kept/" + id);
        assertThat(backend.calls("/plain/" + id)).extracting(Call::method).containsExactly("GET", "GET", method);
        backend.on("/plain/" + id, json("\"new\""));

        assertThat(gateway.get("/kept/" + id, "X-Role", "a").body()).contains(ended ? "new" : "1");
        assertThat(gateway.get("/kept/" + id, "X-Role", "b").body()).contains(ended ? "new" : "2");
        assertThat(gateway.get("/kept/other-" + id).header("Cache-Status")).startsWith("plain; hit");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_was_asked_before_a_change_is_not_kept_after_it(boolean confirmed) {
        Sinks.Empty<Void> gate = Sinks.empty();
        if (confirmed) {
            backend.on("/plain/" + id, with("ETag", "\"1\"", with("Cache-Control", "max-age=0", json("\"old\""))));
            gateway.get("/kept/" + id);
        }
        Answer old = confirmed ? with("ETag", "\"1\"", status(304)) : json("\"old\"");
        backend.on("/plain/" + id, TestBackend.behind(gate, with("Cache-Control", "max-age=3600", old)));
        int calls = backend.calls("/plain/" + id).size();
        CompletableFuture<Response> before = gateway.getLater("/kept/" + id);
        await().until(() -> backend.calls("/plain/" + id).size() > calls);

        backend.on("/plain/" + id, status(204));
        gateway.send("PUT", "/kept/" + id);
        backend.on("/plain/" + id, json("\"new\""));
        gate.tryEmitEmpty();

        assertThat(before.join().body()).contains("old");
        assertThat(gateway.get("/kept/" + id).body()).contains("new");
    }

    @Test
    void what_is_kept_from_before_a_change_stands_in_for_no_failure() {
        backend.on("/months/" + id, json("{\"lines\":[]}"));
        gateway.get("/errors/" + id);
        backend.on("/months/" + id, status(204));
        gateway.send("PUT", "/months/" + id);
        backend.on("/months/" + id, status(500));

        assertThat(gateway.get("/errors/" + id).status()).isEqualTo(502);
    }

    @Test
    void fields_that_do_not_vary_are_not_in_the_key() {
        backend.on("/it/" + id, numbered());
        gateway.get("/shared/" + id, "X-Role", "a", "X-Trace", "1");

        assertThat(gateway.get("/shared/" + id, "X-Role", "a", "X-Trace", "2").body())
                .contains("1");
        assertThat(gateway.get("/shared/" + id, "X-Role", "b", "X-Trace", "1").body())
                .contains("2");
    }

    @ParameterizedTest
    @CsvSource({"'private, max-age=60', -", "max-age=60, X-Trace", "s-maxage=0, -"})
    void a_shared_answer_needs_the_backends_consent(String control, String vary) {
        backend.on("/it/" + id, numbered("Cache-Control", control, "Vary", vary));
        gateway.get("/shared/" + id, "X-Trace", "1");

        assertThat(gateway.get("/shared/" + id, "X-Trace", "1").body()).contains("2");
    }

    @Test
    void identical_calls_of_a_part_are_one_call() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it/" + id, TestBackend.behind(gate, json("{\"id\":\"" + id + "\"}")))
                .on("/other/" + id, numbered());
        List<CompletableFuture<Response>> callers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            callers.add(gateway.getLater("/together/" + id));
        }
        CompletableFuture<Response> other = gateway.getLater("/together/" + id, "X-Role", "other");
        await().until(() -> gateway.bean(MeterRegistry.class)
                        .get("gateway.part.coalesced")
                        .tag("part", "it")
                        .counter()
                        .count()
                >= 9);
        await().until(() -> backend.calls("/it/" + id).size() == 2);
        gate.tryEmitEmpty();

        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.join().status()).isEqualTo(200));
        assertThat(other.join().status()).isEqualTo(200);
        assertThat(backend.calls("/it/" + id)).hasSize(2);
        assertThat(callers.stream()
                        .filter(caller -> caller.join().header("Cache-Status").contains("collapsed")))
                .hasSize(10);
    }

    @Test
    void a_caller_that_leaves_takes_no_call_from_the_others() throws Exception {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it/" + id, TestBackend.behind(gate, json("{\"id\":\"" + id + "\"}")))
                .on("/other/" + id, json("1"));
        try (Socket leaving = gateway.ask("/together/" + id)) {
            await().until(() -> backend.calls("/it/" + id).size() == 1);
            double before = coalesced();
            CompletableFuture<Response> staying = gateway.getLater("/together/" + id);
            await().until(() -> coalesced() > before);
            leaving.close();
            assertThat(staying).isNotDone();
            gate.tryEmitEmpty();
            assertThat(staying.join().body()).isEqualTo("{\"it\":{\"id\":\"" + id + "\"},\"other\":1}");
        }
        assertThat(backend.calls("/it/" + id)).hasSize(1);
    }

    @Test
    void when_all_callers_have_left_the_call_ends() throws Exception {
        backend.on("/it/" + id, TestBackend.never());
        try (Socket leaving = gateway.ask("/together/" + id)) {
            await().until(() -> backend.calls("/it/" + id).size() == 1);
        }
        await().until(() -> backend.cancelled() == 1);
    }

    private static double coalesced() {
        return gateway.bean(MeterRegistry.class)
                .get("gateway.part.coalesced")
                .tag("part", "it")
                .counter()
                .count();
    }

    @Test
    void a_shared_failure_is_everyones() {
        Sinks.Empty<Void> gate = Sinks.empty();
        backend.on("/it/" + id, TestBackend.behind(gate, status(403)));
        double before = coalesced();
        CompletableFuture<Response> one = gateway.getLater("/together/" + id);
        CompletableFuture<Response> two = gateway.getLater("/together/" + id);
        await().until(() -> coalesced() > before);
        gate.tryEmitEmpty();

        assertThat(one.join().status()).isEqualTo(403);
        assertThat(two.join().status()).isEqualTo(403);
        assertThat(backend.calls("/it/" + id)).hasSize(1);
    }

    @Test
    void without_access_an_operator_reads_and_forgets_nothing() {
        backend.on("/it/" + id, numbered());
        gateway.get("/ttl/" + id);

        assertThat(gateway.send("DELETE", "/actuator/gatewaycache").status()).isBetween(400, 499);

        assertThat(gateway.get("/actuator/gatewaycache").json().path("entries").asInt())
                .isPositive();
        assertThat(gateway.get("/ttl/" + id).body()).contains("1");
    }
}
