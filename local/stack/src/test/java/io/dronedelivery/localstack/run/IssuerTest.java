package io.dronedelivery.localstack.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.Shell;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;

/** What the launcher prints and does, against the real issuer. */
class IssuerTest {

    private static LocalAuth auth;
    private static Issuer issuer;

    @BeforeAll
    static void start() throws IOException {
        auth = LocalAuth.start();
        issuer = new Issuer(auth.issuer());
    }

    @AfterAll
    static void stop() {
        auth.close();
    }

    @Test
    void printed_command_gives_a_token_of_an_owner() throws IOException, InterruptedException {
        Shell.assumeAvailable();

        Jwt token = verified(Shell.run(issuer.tokenCommand(LocalAuth.clientOf("o-17")) + "\necho $TOKEN"));

        assertThat(token.getClaimAsString("owner")).isEqualTo("o-17");
        assertThat(token.getClaimAsString("scope").split(" "))
                .containsExactlyInAnyOrderElementsOf(Issuer.SCOPES_OF_OWNERS);
        assertThat(token.getAudience()).containsExactly(Issuer.AUDIENCE);
    }

    @Test
    void operator_gets_all_scopes_or_those_that_are_named() throws IOException, InterruptedException {
        assertThat(scopes(issuer.token(LocalAuth.OPERATOR))).contains("owners.all", "operations", "dead-letters");
        assertThat(scopes(issuer.token(LocalAuth.OPERATOR, "operations", "drones.read")))
                .containsExactlyInAnyOrder("operations", "drones.read");
    }

    @Test
    void token_that_the_client_may_not_have_is_told() {
        assertThatIOException()
                .isThrownBy(() -> issuer.token(LocalAuth.clientOf("o-17"), "owners.all"))
                .withMessageContaining("400")
                .withMessageContaining("invalid_scope");
    }

    private static String[] scopes(String token) {
        return verified(token).getClaimAsString("scope").split(" ");
    }

    private static Jwt verified(String token) {
        return JwtDecoders.fromIssuerLocation(auth.issuer()).decode(token);
    }
}
