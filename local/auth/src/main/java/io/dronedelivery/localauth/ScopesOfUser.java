package io.dronedelivery.localauth;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;

/**
 * Refuses scopes that a user may not have, because the browser's client may have all. Before the login the user is unknown; the request is
 * checked again after it.
 */
final class ScopesOfUser implements Consumer<OAuth2AuthorizationCodeRequestAuthenticationContext> {

    @Override
    public void accept(OAuth2AuthorizationCodeRequestAuthenticationContext context) {
        OAuth2AuthorizationCodeRequestAuthenticationToken request = context.getAuthentication();
        Optional<LocalIdentity> user = request.getPrincipal() instanceof Authentication known
                ? LocalIdentity.named(known.getName())
                : Optional.empty();
        user.ifPresent(caller -> check(request, caller));
    }

    private static void check(OAuth2AuthorizationCodeRequestAuthenticationToken request, LocalIdentity user) {
        Set<String> scopes = request.getScopes();
        for (String scope : scopes) {
            if (!scope.equals(OidcScopes.OPENID) && !user.scopes().contains(scope)) {
                throw new OAuth2AuthorizationCodeRequestAuthenticationException(
                        new OAuth2Error(
                                OAuth2ErrorCodes.INVALID_SCOPE,
                                "The user %s may not have the scope %s".formatted(user.name(), scope),
                                null),
                        request);
            }
        }
    }
}
