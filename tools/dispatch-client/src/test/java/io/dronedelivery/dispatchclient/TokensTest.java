package io.dronedelivery.dispatchclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.dispatchclient.Client.Result;
import io.dronedelivery.localauth.LocalAuth;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.JwtDecoders;

/** Tokens of the local issuer, and what the dispatcher's side sees of them. */
class TokensTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static LocalAuth auth;
    private final TestDispatcher dispatcher = TestDispatcher.start();

    @BeforeAll
    static void startIssuer() throws IOException {
        auth = LocalAuth.start();
    }

    @AfterAll
    static void stopIssuer() {
        auth.close();
    }

    @AfterEach
    void stop() {
        dispatcher.close();
    }

    @Test
    void without_an_option_no_token_is_sent() {
        assertThat(status().exitCode()).isZero();

        assertThat(dispatcher.authorizations()).containsOnly("null");
    }

    @Test
    void token_that_is_given_is_sent() {
        assertThat(status("--token", "abc").exitCode()).isZero();

        assertThat(dispatcher.authorizations()).isNotEmpty().containsOnly("Bearer abc");
    }

    @Test
    void token_that_no_call_can_bring_is_refused_and_not_shown() {
        Result result = status("--token", "abc\n");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("--token or DISPATCH_TOKEN must be").doesNotContain("abc");
        assertThat(dispatcher.authorizations()).isEmpty();
    }

    @Test
    void one_token_of_the_issuer_serves_all_calls() {
        Result result = Client.run(
                "-u",
                dispatcher.url(),
                "-p",
                "-e",
                "1",
                "--times",
                "3",
                "--token-url",
                auth.tokenUrl(),
                "--client-id",
                "operator",
                "--client-secret",
                "local",
                "--scope",
                "operations");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(dispatcher.authorizations().stream().distinct())
                .singleElement()
                .satisfies(header -> assertThat(JwtDecoders.fromIssuerLocation(auth.issuer())
                                .decode(header.substring("Bearer ".length()))
                                .getClaimAsString("scope"))
                        .isEqualTo("operations"));
    }

    @Test
    void refused_client_is_told_and_ends_in_3() {
        Result result = status("--token-url", auth.tokenUrl(), "--client-id", "operator", "--client-secret", "wrong");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains("no token", "401 (invalid_client)");
        assertThat(dispatcher.calls()).isEmpty();
    }

    @Test
    void options_that_miss_another_are_refused() {
        assertThat(status("--client-id", "operator").exitCode()).isEqualTo(2);
        assertThat(status("--scope", "operations").exitCode()).isEqualTo(2);
        assertThat(status("--token-url", auth.tokenUrl()).exitCode()).isEqualTo(2);
        assertThat(status("--token-url", "nowhere", "--client-id", "a", "--client-secret", "b")
                        .err())
                .contains("--token-url must be an http or https URL");
    }

    @Test
    void token_is_replaced_before_it_expires_and_used_to_its_end_when_that_fails() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        LocalAuth issuer = LocalAuth.start(o -> o.tokenLife(Duration.ofMinutes(10)));
        ClientCredentials tokens =
                new ClientCredentials(now::get, URI.create(issuer.tokenUrl()), "operator", "local", null, TIMEOUT);
        String first = tokens.token();

        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(7)));
        assertThat(tokens.token()).isEqualTo(first);
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(2)));
        String second = tokens.token();
        assertThat(second).isNotEqualTo(first);

        issuer.close();
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(9)));
        assertThat(tokens.token()).isEqualTo(second);
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(2)));
        assertThatExceptionOfType(DispatchException.class)
                .isThrownBy(tokens::token)
                .withMessageContaining("no token");
    }

    private Result status(String... options) {
        String[] all = new String[options.length + 5];
        System.arraycopy(new String[] {"-u", dispatcher.url(), "-s", "--times", "1"}, 0, all, 0, 5);
        System.arraycopy(options, 0, all, 5, options.length);
        return Client.run(all);
    }
}
