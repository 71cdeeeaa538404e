package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.ForgedTokens;
import io.dronedelivery.servicekit.testing.ServiceClient;
import io.dronedelivery.servicekit.testing.TestIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/** Who gets through to a service's controllers, with real tokens of an issuer over HTTP. */
class SecuredServiceTest {

    private static final String THINGS = "/owners/o-1/things";

    private static TestIssuer issuer;
    private static ConfigurableApplicationContext service;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        issuer = new TestIssuer();
        service = new SpringApplicationBuilder(SecuredApplication.class)
                .run(
                        "--server.port=0",
                        "--management.server.port=",
                        "--security.issuer=" + issuer.url(),
                        "--security.audience=" + TestIssuer.AUDIENCE,
                        "--security.keys.timeout=1m",
                        "--spring.config.import=classpath:service-kit.yml");
        client = ServiceClient.of(service);
    }

    @AfterAll
    static void stop() {
        service.close();
        issuer.close();
    }

    @Test
    void what_is_public_needs_no_token() {
        assertThat(status("/news", null)).isEqualTo(200);
    }

    @Test
    void a_token_of_the_issuer_is_enough_for_what_everybody_with_a_token_may_see() {
        assertThat(status("/me", issuer.token(claims -> {}))).isEqualTo(200);
        assertThat(status("/me", null)).isEqualTo(401);
    }

    @Test
    void what_the_firewall_refuses_is_a_problem_like_any_other() {
        client.get()
                .uri(URI.create("http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port")
                        + "/owners//o-1;a=b/things"))
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType("application/problem+json")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:drone-delivery:problem:invalid-request");
    }

    @Test
    void the_scope_is_needed() {
        assertThat(status(THINGS, issuer.token("o-1", "things.read other"))).isEqualTo(200);
        assertThat(status(THINGS, issuer.token("o-1", "other"))).isEqualTo(403);
        assertThat(status(THINGS, issuer.token("o-1", "things"))).isEqualTo(403);
    }

    @Test
    void scopes_may_be_in_the_claims_of_entra_id() {
        assertThat(status(THINGS, issuer.token(c -> c.claim("owner", "o-1").claim("scp", "things.read"))))
                .isEqualTo(200);
        assertThat(status(THINGS, issuer.token(c -> c.claim("owner", "o-1").claim("roles", List.of("things.read")))))
                .isEqualTo(200);
    }

    @Test
    void anothers_things_are_not_found() {
        assertThat(status(THINGS, issuer.token("o-2", "things.read"))).isEqualTo(404);
        assertThat(status(THINGS, issuer.token("", "things.read"))).isEqualTo(404);
        assertThat(status(THINGS, issuer.token(c -> c.claim("scope", "things.read"))))
                .isEqualTo(404);
        assertThat(status(
                        THINGS,
                        issuer.token(c -> c.claim("owner", List.of("o-1")).claim("scope", "things.read"))))
                .isEqualTo(404);
        assertThat(status(THINGS, issuer.token("o-2", "things.read owners.all")))
                .isEqualTo(200);
    }

    @Test
    void an_unknown_path_is_hidden_from_those_without_a_token() {
        assertThat(status("/nothing", null)).isEqualTo(401);
        assertThat(status("/nothing", issuer.token(claims -> {}))).isEqualTo(404);
    }

    @Test
    void a_forged_or_stale_token_is_refused_without_a_hint() {
        Map<String, Integer> answers = new TreeMap<>();
        ForgedTokens.of(issuer).forEach((kind, token) -> answers.put(kind, status("/me", token)));
        assertThat(answers)
                .allSatisfy((kind, status) -> assertThat(status).as(kind).isEqualTo(401));
    }

    @Test
    void a_token_that_comes_twice_or_in_the_query_is_none() {
        String token = issuer.token(claims -> {});
        client.get()
                .uri("/me")
                .header("Authorization", "Bearer " + token, "Bearer " + token)
                .exchange()
                .expectStatus()
                .isUnauthorized();
        assertThat(status("/me?access_token=" + token, null)).isEqualTo(401);
        assertThat(status("/me?access_token=" + token, token)).isEqualTo(401);
    }

    /** RFC 9110, 11.4: one or more blanks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"Bearer |200", "bearer   |200", "BEARER |200", "Bearer\t|401", "Bearer|401", "Bearer \t|401"})
    void behind_the_scheme_are_blanks(String scheme, int status) {
        String authorization = scheme + issuer.token(claims -> {});

        client.get()
                .uri("/me")
                .header("Authorization", authorization)
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "access_token_hint=a, 200",
        "x_access_token=a, 200",
        "token=a, 200",
        "a=access_token=b, 200",
        "Access_Token=a, 200",
        "access_token, 200",
        "access_token=, 401",
        "a=1&access_token=a, 401",
        "%61ccess%5Ftoken=a, 401"
    })
    void a_parameter_that_merely_looks_like_a_token_is_none(String query, int status) {
        client.get()
                .uri(URI.create("http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port") + "/me?"
                        + query))
                .header("Authorization", "Bearer " + issuer.token(claims -> {}))
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_id", "azp", "appid", "oid"})
    void a_token_of_an_application_that_has_no_subject_is_the_applications(String claim) {
        String token = issuer.token(claims -> claims.subject(null).claim(claim, "billing"));

        client.get()
                .uri("/me")
                .header("Authorization", "Bearer " + token)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("billing");
    }

    @Test
    void another_scheme_is_no_token() {
        client.get()
                .uri("/me")
                .header("Authorization", "Basic c29tZWJvZHk6c2VjcmV0")
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    private static int status(String path, String token) {
        EntityExchangeResult<byte[]> answer = client.get()
                .uri(path)
                .headers(headers -> {
                    if (token != null) {
                        headers.set("Authorization", "Bearer " + token);
                    }
                })
                .exchange()
                .expectBody()
                .returnResult();
        int status = answer.getStatus().value();
        assertThat(answer.getResponseHeaders().getOrEmpty("WWW-Authenticate"))
                .containsExactlyElementsOf(challenges(status, path, token));
        if (status >= 400) {
            assertThat(answer.getResponseHeaders().getContentType()).hasToString("application/problem+json");
        }
        return status;
    }

    /** As RFC 6750, 3.1 wants them. What has other characters is no token, and a second one in the query makes both none. */
    private static List<String> challenges(int status, String path, String token) {
        boolean hasToken = token != null && token.matches("[\\w.~+/=-]+") && !path.contains("access_token");
        return switch (status) {
            case 401 -> List.of(hasToken ? "Bearer error=\"invalid_token\"" : "Bearer");
            case 403 -> List.of("Bearer error=\"insufficient_scope\"");
            default -> List.of();
        };
    }
}
