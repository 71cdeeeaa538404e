package io.dronedelivery.localauth;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.web.authentication.OAuth2ClientCredentialsAuthenticationConverter;
import org.springframework.security.web.authentication.AuthenticationConverter;

/** A client that names no scope gets all its scopes (RFC 6749, section 3.3), instead of a token without permissions. */
final class DefaultScopes implements AuthenticationConverter {

    private final AuthenticationConverter asSent = new OAuth2ClientCredentialsAuthenticationConverter();

    @Override
    public @Nullable Authentication convert(HttpServletRequest request) {
        Authentication sent = asSent.convert(request);
        if (sent instanceof OAuth2ClientCredentialsAuthenticationToken credentials
                && credentials.getScopes().isEmpty()
                && credentials.getPrincipal() instanceof OAuth2ClientAuthenticationToken client) {
            RegisteredClient registered = client.getRegisteredClient();
            return registered == null
                    ? sent
                    : new OAuth2ClientCredentialsAuthenticationToken(
                            client, registered.getScopes(), credentials.getAdditionalParameters());
        }
        return sent;
    }
}
