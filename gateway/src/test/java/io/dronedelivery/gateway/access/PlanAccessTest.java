package io.dronedelivery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What plans give to which caller: last good answers, shared calls and conditions on claims, with real tokens. */
class PlanAccessTest {

    private static final int CALLERS = 12;

    private static TestIssuer issuer;
    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        backend = TestBackend.start();
        // Each token gets its own text back.
        backend.on(
                        "/mine",
                        (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                                .sendString(Mono.just(
                                        quoted(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION)))))
                .on("/first", "{\"id\":1}");
        gateway = TestGateway.start(
                "security.issuer=" + issuer.url(),
                "security.audience=" + TestIssuer.AUDIENCE,
                "security.keys.timeout=1m",
                "gateway.backends.it.base-url=" + backend.url(),
                "gateway.backends.it.pass-token=true",
                "gateway.backends.it.circuit-breaker.enabled=false",
                "gateway.cache.max-size=4MB",
                "gateway.aggregations.kept.path=/kept",
                "gateway.aggregations.kept.access=authenticated",
                "gateway.aggregations.kept.coalesce=true",
                "gateway.aggregations.kept.parts.first.backend=it",
                "gateway.aggregations.kept.parts.first.path=/first",
                "gateway.aggregations.kept.parts.mine.backend=it",
                "gateway.aggregations.kept.parts.mine.path=/mine?of={first.id}",
                "gateway.aggregations.kept.parts.mine.fallback.last-good=1h",
                "gateway.aggregations.kept.parts.mine.fallback.value=0",
                "gateway.aggregations.staff.path=/staff",
                "gateway.aggregations.staff.access=authenticated",
                "gateway.aggregations.staff.min-parts=0",
                "gateway.aggregations.staff.parts.first.backend=it",
                "gateway.aggregations.staff.parts.first.path=/first",
                "gateway.aggregations.staff.parts.first.when[0].claim=owner",
                "gateway.aggregations.staff.parts.first.when[0].in=o-1,o-2");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
        issuer.close();
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static CompletableFuture<Response> getLater(String path, String token) {
        return gateway.getLater(path, "Authorization", "Bearer " + token);
    }

    @Test
    void no_caller_gets_what_another_one_may_see() {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            tokens.add(issuer.token("o-" + i, "s"));
        }
        for (int round = 0; round < 5; round++) {
            assertOwn(tokens, "Bearer ", false);
        }
        String stranger = issuer.token("o-0", "s");
        backend.on("/mine", TestBackend.status(500));
        for (int round = 0; round < 5; round++) {
            assertOwn(tokens, "Bearer ", true);
            // It has the same owner, and never had an answer.
            assertThat(getLater("/kept", stranger).join().json().path("mine").toString())
                    .isEqualTo("0");
        }
    }

    private static void assertOwn(List<String> tokens, String before, boolean stale) {
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        for (String token : tokens) {
            answers.add(getLater("/kept", token));
            answers.add(getLater("/kept", token));
        }
        for (int i = 0; i < answers.size(); i++) {
            Response answer = answers.get(i).join();
            assertThat(answer.json().path("mine").asString()).isEqualTo(before + tokens.get(i / 2));
            assertThat(answer.json().has("stale")).isEqualTo(stale);
        }
    }

    @Test
    void a_condition_on_a_claim_looks_at_the_token() {
        assertThat(getLater("/staff", issuer.token("o-2", "s")).join().body()).isEqualTo("{\"first\":{\"id\":1}}");
        assertThat(getLater("/staff", issuer.token("o-3", "s")).join().body()).isEqualTo("{}");
    }
}
