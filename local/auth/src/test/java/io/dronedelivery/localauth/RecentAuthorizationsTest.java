package io.dronedelivery.localauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AccessToken.TokenType;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;

class RecentAuthorizationsTest {

    private final RegisteredClient web = new Clients(new LocalAuthOptions()).findByClientId("web");
    private final RecentAuthorizations authorizations = new RecentAuthorizations();

    @Test
    void last_thousand_are_kept() {
        for (int number = 0; number <= 1_000; number++) {
            authorizations.save(authorization(AuthorizationGrantType.AUTHORIZATION_CODE, "token-" + number));
        }

        assertThat(isKept("token-0")).isFalse();
        assertThat(isKept("token-1")).isTrue();
        assertThat(isKept("token-1000")).isTrue();
    }

    @Test
    void clients_own_credentials_leave_nothing() {
        authorizations.save(authorization(AuthorizationGrantType.CLIENT_CREDENTIALS, "token"));

        assertThat(isKept("token")).isFalse();
    }

    @Test
    void what_is_removed_is_gone() {
        OAuth2Authorization authorization = authorization(AuthorizationGrantType.AUTHORIZATION_CODE, "token");
        authorizations.save(authorization);

        authorizations.remove(authorization);

        assertThat(isKept("token")).isFalse();
        assertThat(authorizations.findById("token")).isNull();
    }

    private boolean isKept(String token) {
        return authorizations.findByToken(token, OAuth2TokenType.ACCESS_TOKEN) != null;
    }

    private OAuth2Authorization authorization(AuthorizationGrantType grant, String token) {
        Instant now = Instant.now();
        return OAuth2Authorization.withRegisteredClient(web)
                .id(token)
                .principalName("owner-o-17")
                .authorizationGrantType(grant)
                .accessToken(new OAuth2AccessToken(TokenType.BEARER, token, now, now.plusSeconds(60)))
                .build();
    }
}
