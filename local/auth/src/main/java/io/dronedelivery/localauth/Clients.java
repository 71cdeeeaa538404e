package io.dronedelivery.localauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/** The clients. None is stored: every name of a {@link LocalIdentity} is a client. */
final class Clients implements RegisteredClientRepository {

    /** A confidential client for a web application with a server: a code with a proof key, the secret, and refresh tokens. */
    private static final String WEB = "web";

    private final Duration tokenLife;
    private final List<URI> redirectUris;

    Clients(LocalAuthOptions options) {
        this.tokenLife = options.tokenLife;
        this.redirectUris = options.redirectUris();
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return switch (clientId) {
            case LocalAuth.SWAGGER_UI ->
                ofABrowser(clientId)
                        .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                        .build();
            case WEB ->
                withSecret(ofABrowser(clientId))
                        .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                        .build();
            default -> LocalIdentity.named(clientId).map(this::ofAMachine).orElse(null);
        };
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return findByClientId(id);
    }

    @Override
    public void save(RegisteredClient client) {
        throw new UnsupportedOperationException("clients cannot be registered");
    }

    private RegisteredClient ofAMachine(LocalIdentity caller) {
        return withSecret(named(caller.name()))
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .scopes(scopes -> scopes.addAll(caller.scopes()))
                .build();
    }

    /** A client with all scopes. {@link ScopesOfUser} decides which of them a user gets. */
    private RegisteredClient.Builder ofABrowser(String clientId) {
        return named(clientId)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUris(uris -> redirectUris.forEach(uri -> uris.add(uri.toString())))
                .scope(OidcScopes.OPENID)
                .scopes(scopes -> scopes.addAll(LocalIdentity.OPERATOR_SCOPES));
    }

    private RegisteredClient.Builder named(String clientId) {
        return RegisteredClient.withId(clientId)
                .clientId(clientId)
                .clientName(clientId)
                .clientSettings(ClientSettings.builder()
                        .requireProofKey(true)
                        .requireAuthorizationConsent(false)
                        .build())
                .tokenSettings(TokenSettings.builder()
                        .accessTokenTimeToLive(tokenLife)
                        .refreshTokenTimeToLive(tokenLife.multipliedBy(8))
                        .reuseRefreshTokens(false)
                        .build());
    }

    private static RegisteredClient.Builder withSecret(RegisteredClient.Builder client) {
        return client.clientSecret(LocalAuth.WELL_KNOWN_SECRET)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST);
    }
}
