package io.dronedelivery.localauth;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/** The claims of an access token: its subject, its audience and its scopes, as in RFC 9068. Every token is signed with the current key. */
final class AccessTokenClaims implements OAuth2TokenCustomizer<JwtEncodingContext> {

    private final String audience;
    private final SigningKeys keys;

    AccessTokenClaims(String audience, SigningKeys keys) {
        this.audience = audience;
        this.keys = keys;
    }

    @Override
    public void customize(JwtEncodingContext context) {
        context.getJwsHeader().keyId(keys.currentId());
        if (!OAuth2TokenType.ACCESS_TOKEN.equals(context.getTokenType())) {
            return;
        }
        context.getClaims()
                .audience(List.of(audience))
                .claim("client_id", context.getRegisteredClient().getClientId())
                // The server writes a list; RFC 9068 requires one text.
                .claim(OAuth2ParameterNames.SCOPE, String.join(" ", new TreeSet<>(context.getAuthorizedScopes())));
        Optional.ofNullable(context.<Authentication>getPrincipal())
                .flatMap(principal -> LocalIdentity.named(principal.getName()))
                .map(LocalIdentity::owner)
                .ifPresent(owner -> context.getClaims().claim("owner", owner));
    }
}
