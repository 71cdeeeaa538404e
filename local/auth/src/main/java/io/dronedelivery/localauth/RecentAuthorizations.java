package io.dronedelivery.localauth;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/**
 * The authorizations of users. Wraps the server's service in memory, which would keep everything, and keeps only the last {@value #MOST}.
 * Authorizations with a client's own credentials are not stored, because no later request refers to them. Thread-safe.
 */
final class RecentAuthorizations implements OAuth2AuthorizationService {

    private static final int MOST = 1_000;

    private final OAuth2AuthorizationService all = new InMemoryOAuth2AuthorizationService();

    /** Guarded by itself; the oldest first. */
    private final Map<String, OAuth2Authorization> recent = new LinkedHashMap<>();

    @Override
    public void save(OAuth2Authorization authorization) {
        if (AuthorizationGrantType.CLIENT_CREDENTIALS.equals(authorization.getAuthorizationGrantType())) {
            return;
        }
        all.save(authorization);
        synchronized (recent) {
            recent.put(authorization.getId(), authorization);
            if (recent.size() > MOST) {
                OAuth2Authorization oldest = recent.values().iterator().next();
                recent.remove(oldest.getId());
                all.remove(oldest);
            }
        }
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        all.remove(authorization);
        synchronized (recent) {
            recent.remove(authorization.getId());
        }
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return all.findById(id);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        return all.findByToken(token, type);
    }
}
