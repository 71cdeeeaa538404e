package io.dronedelivery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.TestIssuer;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** Kept answers and shared calls belong to one token unless the settings and the backend share them. */
class CacheAccessTest {

    private static final int CALLERS = 12;

    private static final AtomicInteger rounds = new AtomicInteger();

    private static TestIssuer issuer;
    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        backend = TestBackend.start();
        gateway = TestGateway.start(
                "security.issuer=" + issuer.url(),
                "security.audience=" + TestIssuer.AUDIENCE,
                "security.keys.timeout=1m",
                "gateway.cache.max-size=4MB",
                "gateway.backends.it.base-url=" + backend.url(),
                "gateway.backends.it.pass-token=true",
                "gateway.backends.it.circuit-breaker.enabled=false",
                "gateway.aggregations.parts.path=/parts/{round}",
                "gateway.aggregations.parts.access=authenticated",
                "gateway.aggregations.parts.parts.mine.backend=it",
                "gateway.aggregations.parts.parts.mine.path=/mine?of={round}",
                "gateway.aggregations.parts.parts.mine.coalesce=true",
                "gateway.aggregations.parts.parts.mine.cache.ttl=10ms",
                "gateway.aggregations.parts.parts.mine.cache.stale-while-revalidate=20ms",
                "gateway.aggregations.parts.parts.mine.cache.stale-if-error=1h",
                "gateway.aggregations.whole.path=/whole/{round}",
                "gateway.aggregations.whole.access=authenticated",
                "gateway.aggregations.whole.cacheable=true",
                "gateway.aggregations.whole.coalesce=true",
                "gateway.aggregations.whole.parts.mine.backend=it",
                "gateway.aggregations.whole.parts.mine.path=/mine?of={round}",
                "gateway.aggregations.whole.parts.mine.cache.ttl=10ms",
                "gateway.aggregations.shared.path=/shared/{round}",
                "gateway.aggregations.shared.access=authenticated",
                "gateway.aggregations.shared.parts.mine.backend=it",
                "gateway.aggregations.shared.parts.mine.path=/shared?of={round}",
                "gateway.aggregations.shared.parts.mine.coalesce=true",
                "gateway.aggregations.shared.parts.mine.cache.ttl=1h",
                "gateway.aggregations.shared.parts.mine.cache.shared=true");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
        issuer.close();
    }

    /** Each token gets its own text back. */
    private static TestBackend.Answer token(String control) {
        return (request, response) -> response.header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .header(HttpHeaderNames.CACHE_CONTROL, control)
                .sendString(Mono.just('"'
                        + request.requestHeaders()
                                .get(HttpHeaderNames.AUTHORIZATION)
                                .substring(7)
                        + '"'));
    }

    private static CompletableFuture<Response> getLater(String path, String token) {
        return gateway.getLater(path, "Authorization", "Bearer " + token);
    }

    @ParameterizedTest
    @CsvSource({
        "/parts/, max-age=0",
        "/parts/, x",
        "/whole/, x",
        "/shared/, x",
        "/shared/, max-age=60",
        "/shared/, private"
    })
    void no_caller_gets_the_answer_of_another_one(String path, String control) {
        backend.on("/mine", TestBackend.after(Duration.ofMillis(5), token(control)))
                .on("/shared", token(control));
        List<String> tokens = tokens();
        String round = path + rounds.incrementAndGet();
        for (int i = 0; i < 20; i++) {
            assertOwn(round, tokens);
        }
        if (path.equals("/parts/")) {
            backend.on("/mine", TestBackend.status(500));
            for (int i = 0; i < 5; i++) {
                assertOwn(round, tokens);
            }
            // It has the same owner, and never had an answer.
            assertThat(getLater(round, issuer.token("o-0", "s")).join().status())
                    .isEqualTo(502);
        }
    }

    private static List<String> tokens() {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            tokens.add(issuer.token("o-" + i, "s"));
        }
        return tokens;
    }

    private static void assertOwn(String path, List<String> tokens) {
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        for (String token : tokens) {
            answers.add(getLater(path, token));
            answers.add(getLater(path, token));
        }
        for (int i = 0; i < answers.size(); i++) {
            Response answer = answers.get(i).join();
            assertThat(answer.json().path("mine").asString()).isEqualTo(tokens.get(i / 2));
        }
    }

    @Test
    void an_answer_that_the_backend_calls_public_is_shared() {
        backend.on("/shared", token("public"));
        String path = "/shared/" + rounds.incrementAndGet();
        String first = issuer.token("o-1", "s");
        getLater(path, first).join();

        Response other = getLater(path, issuer.token("o-2", "s")).join();

        assertThat(other.json().path("mine").asString()).isEqualTo(first);
        assertThat(other.header("Cache-Status")).startsWith("mine; hit");
    }

    @Test
    void a_private_answer_is_kept_for_its_caller() {
        backend.on("/mine", token("private, max-age=60, s-maxage=0"));
        String path = "/parts/" + rounds.incrementAndGet();
        String token = issuer.token("o-1", "s");
        getLater(path, token).join();

        assertThat(getLater(path, token).join().header("Cache-Status")).startsWith("mine; hit; ttl=");
    }

    @Test
    void a_kept_answer_is_for_callers_that_may_call() {
        backend.on("/shared", token("public"));
        String path = "/shared/" + rounds.incrementAndGet();
        getLater(path, issuer.token("o-1", "s")).join();

        assertThat(gateway.get(path).status()).isEqualTo(401);
    }
}
