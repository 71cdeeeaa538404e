package io.dronedelivery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import io.dronedelivery.servicekit.testing.ForgedTokens;
import io.dronedelivery.servicekit.testing.TestIssuer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Who gets through the gateway, and what the backends learn of it, with real tokens of an issuer over HTTP. */
class AccessTest {

    private static final String MONTH = "/api/v1/owners/o-1/invoices/2026/11";

    private static TestIssuer issuer;
    private static TestBackend ours;
    private static TestBackend foreign;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        ours = TestBackend.start();
        foreign = TestBackend.start();
        gateway = TestGateway.start(
                "security.issuer=" + issuer.url(),
                "security.audience=" + TestIssuer.AUDIENCE,
                "security.keys.timeout=1m",
                "gateway.backends.delivery.base-url=" + ours.url(),
                "gateway.backends.invoice.base-url=" + ours.url(),
                "gateway.backends.drone.base-url=" + ours.url(),
                "gateway.backends.weather.base-url=" + foreign.url(),
                "gateway.aggregations.mixed.path=/mixed",
                "gateway.aggregations.mixed.access=authenticated",
                "gateway.aggregations.mixed.coalesce=true",
                "gateway.aggregations.mixed.parts.ours.backend=invoice",
                "gateway.aggregations.mixed.parts.ours.path=/ours",
                "gateway.aggregations.mixed.parts.foreign.backend=weather",
                "gateway.aggregations.mixed.parts.foreign.path=/foreign",
                "gateway.aggregations.news.path=/news",
                "gateway.aggregations.news.access=public",
                "gateway.aggregations.news.parts.ours.backend=invoice",
                "gateway.aggregations.news.parts.ours.path=/ours",
                "gateway.aggregations.tenant.path=/tenants/{tenant}",
                "gateway.aggregations.tenant.access=scope:tenants",
                "gateway.aggregations.tenant.owner.variable=tenant",
                "gateway.aggregations.tenant.owner.claim=tid",
                "gateway.aggregations.tenant.owner.or-scope=tenants.all",
                "gateway.aggregations.tenant.variables.tenant.pattern=[a-z]+",
                "gateway.aggregations.tenant.parts.ours.backend=invoice",
                "gateway.aggregations.tenant.parts.ours.path=/ours");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        ours.close();
        foreign.close();
        issuer.close();
    }

    @BeforeEach
    void reset() {
        ours.reset();
        foreign.reset();
        for (String path : List.of(
                "/ours",
                "/api/invoices/o-1/2026/11",
                "/api/deliveries/summary",
                "/api/packages/summary",
                "/api/dronedeliveries/utilization")) {
            ours.on(path, "{}");
        }
        foreign.on("/foreign", "{}");
    }

    private static Response get(String path, String token) {
        return gateway.get(path, "Authorization", "Bearer " + token);
    }

    @Test
    void an_owner_gets_their_own_month_and_the_services_get_the_token() {
        String token = issuer.token("o-1", "invoices.read");

        assertThat(get(MONTH, token).status()).isEqualTo(200);
        assertThat(get(MONTH, token).status()).isEqualTo(200);

        assertThat(ours.calls("/api/invoices/o-1/2026/11"))
                .hasSize(2)
                .allSatisfy(call -> assertThat(call.header("Authorization")).isEqualTo("Bearer " + token));
    }

    @Test
    void who_does_not_say_who_they_are_gets_nowhere() {
        Response refused = gateway.get(MONTH);

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(refused.problem()).isEqualTo("unauthenticated");
        assertThat(ours.calls("/api/invoices/o-1/2026/11")).isEmpty();
    }

    @Test
    void a_forged_or_stale_token_is_refused_without_a_hint_and_passed_to_nobody() {
        Map<String, Response> answers = new TreeMap<>();
        ForgedTokens.of(issuer).forEach((kind, token) -> answers.put(kind, get("/mixed", token)));

        assertThat(answers).allSatisfy((kind, refused) -> {
            assertThat(refused.status()).as(kind).isEqualTo(401);
            // What has other characters is no token.
            boolean hasToken = !kind.equals("quoted") && !kind.equals("two in one");
            assertThat(refused.header("WWW-Authenticate"))
                    .as(kind)
                    .isEqualTo(hasToken ? "Bearer error=\"invalid_token\"" : "Bearer");
            assertThat(refused.problem()).as(kind).isEqualTo("unauthenticated");
            assertThat(refused.json().path("detail").asString()).as(kind).isEqualTo("A valid access token is needed.");
        });
        assertThat(ours.calls("/ours")).isEmpty();
        assertThat(foreign.calls("/foreign")).isEmpty();
    }

    @Test
    void anothers_month_is_not_found_and_not_asked_for() {
        assertThat(get(MONTH, issuer.token("o-2", "invoices.read")).status()).isEqualTo(404);
        assertThat(get("/api/invoices?ownerId=o-1&year=2026&month=11", issuer.token("o-2", "invoices.read"))
                        .status())
                .isEqualTo(404);
        assertThat(ours.calls("/api/invoices/o-1/2026/11")).isEmpty();
        assertThat(get(MONTH, issuer.token("o-2", "invoices.read owners.all")).status())
                .isEqualTo(200);
    }

    @Test
    void without_the_scope_nothing_is_allowed() {
        Response refused = get(MONTH, issuer.token("o-1", "deliveries.read"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.problem()).isEqualTo("forbidden");
        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer error=\"insufficient_scope\"");
        assertThat(get("/api/v1/dispatch/status", issuer.token("o-1", "invoices.read"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void an_endpoint_may_have_a_claim_and_a_scope_of_its_own() {
        assertThat(get("/tenants/acme", issuer.token(c -> c.claim("tid", "acme").claim("scope", "tenants")))
                        .status())
                .isEqualTo(200);
        assertThat(get(
                                "/tenants/acme",
                                issuer.token(c -> c.claim("tid", "other").claim("scope", "tenants")))
                        .status())
                .isEqualTo(404);
        assertThat(get("/tenants/acme", issuer.token("acme", "tenants owners.all"))
                        .status())
                .isEqualTo(404);
        assertThat(get("/tenants/acme", issuer.token("o-1", "tenants tenants.all"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void what_is_public_is_asked_without_a_token_and_tells_none() {
        assertThat(gateway.get("/news").status()).isEqualTo(200);
        assertThat(get("/news", issuer.token("o-1", "x")).status()).isEqualTo(200);
        assertThat(ours.calls("/ours"))
                .hasSize(2)
                .allSatisfy(call -> assertThat(call.header("Authorization")).isNull());
    }

    @Test
    void a_backend_that_is_not_ours_does_not_get_the_token() {
        assertThat(get("/mixed", issuer.token("o-1", "x")).status()).isEqualTo(200);
        assertThat(ours.calls("/ours"))
                .singleElement()
                .satisfies(call -> assertThat(call.header("Authorization")).startsWith("Bearer "));
        assertThat(foreign.calls("/foreign"))
                .singleElement()
                .satisfies(call -> assertThat(call.header("Authorization")).isNull());
    }

    @Test
    void callers_share_calls_with_nobody_else() {
        Sinks.Empty<Void> gate = Sinks.empty();
        ours.on(
                "/ours",
                (request, response) -> gate.asMono()
                        .then(Mono.defer(() -> response.header("Content-Type", "application/json")
                                .sendString(Mono.just("{}"))
                                .then())));
        String one = issuer.token("o-1", "x");
        String other = issuer.token("o-2", "x");
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        for (String token : List.of(one, one, other)) {
            answers.add(gateway.getLater("/mixed", "Authorization", "Bearer " + token));
            Awaitility.await().until(() -> !ours.calls("/ours").isEmpty());
        }
        Awaitility.await()
                .until(() -> ours.calls("/ours").stream()
                                .map(call -> call.header("Authorization"))
                                .distinct()
                                .count()
                        == 2);
        gate.tryEmitEmpty();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    }

    @Test
    void the_document_says_who_may_call() {
        var api = gateway.get("/v3/api-docs").json();

        assertThat(api.at("/components/securitySchemes/openId/openIdConnectUrl").asString())
                .isEqualTo(issuer.url() + "/.well-known/openid-configuration");
        var month = api.path("paths")
                .path("/api/v1/owners/{ownerId}/invoices/{year}/{month}")
                .path("get");
        assertThat(month.at("/security/0/openId/0").asString()).isEqualTo("invoices.read");
        assertThat(month.path("responses").propertyNames()).contains("401", "403", "404");
        assertThat(api.path("paths").path("/news").path("get").has("security")).isFalse();
    }
}
