package io.dronedelivery.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dronedelivery.localauth.LocalAuth;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;

class AccessTokensTest {

    private static LocalAuth auth;

    @BeforeAll
    static void start() throws IOException {
        auth = LocalAuth.start(o -> o.tokenLife(Duration.ofSeconds(2)));
    }

    @AfterAll
    static void stop() {
        auth.close();
    }

    @Test
    void without_a_setting_there_is_none() {
        try (AccessTokens tokens = tokens(Map.of())) {
            assertThat(tokens.token()).isNull();
        }
    }

    @Test
    void given_token_is_taken_as_it_is() {
        try (AccessTokens tokens = tokens(Map.of("token", "abc"))) {
            assertThat(tokens.token()).isEqualTo("abc");
        }
    }

    @Test
    void token_of_the_issuer_is_there_at_once_and_replaced_before_it_expires() {
        try (AccessTokens tokens = tokens(client("local"))) {
            String first = tokens.token();
            Jwt verified = JwtDecoders.fromIssuerLocation(auth.issuer()).decode(first);
            assertThat(verified.getClaimAsString("scope")).isEqualTo("invoices.read");

            Awaitility.await("another token")
                    .atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(tokens.token()).isNotEqualTo(first));
        }
    }

    @Test
    void refused_client_ends_the_run_before_it_begins() {
        assertThatIllegalStateException()
                .isThrownBy(() -> tokens(client("wrong")))
                .withMessageContaining("401 invalid_client");
    }

    @Test
    void missing_setting_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens(Map.of("auth.token-url", auth.tokenUrl(), "auth.client-id", "operator")))
                .withMessageStartingWith("-Dauth.client-secret=");
    }

    private static Map<String, String> client(String secret) {
        return new HashMap<>(Map.of(
                "auth.token-url",
                auth.tokenUrl(),
                "auth.client-id",
                "operator",
                "auth.client-secret",
                secret,
                "auth.scope",
                "invoices.read"));
    }

    private static AccessTokens tokens(Map<String, String> settings) {
        return AccessTokens.of(new Settings(settings::get));
    }
}
