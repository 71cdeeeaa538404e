package io.dronedelivery.servicekit.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The token of a request.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6750#section-2.1">RFC 6750, section 2.1</a>
 */
final class BearerToken {

    private static final String SCHEME = "Bearer ";
    private static final String QUERY_PARAMETER = "access_token=";

    private BearerToken() {}

    /**
     * The value of the header Authorization; null when it is not there, not there once, or no bearer token. Two tokens are none: which of
     * them counts would depend on who looks. In the query a token would end up in logs, so it is not read there.
     */
    static @Nullable String authorization(ServerHttpRequest request) {
        List<String> values = request.getHeaders().get(HttpHeaders.AUTHORIZATION);
        if (values == null || values.size() != 1) {
            return null;
        }
        String value = values.get(0);
        String query = request.getURI().getRawQuery();
        return isBearer(value) && (query == null || !query.contains(QUERY_PARAMETER)) ? value : null;
    }

    /** The token in such a value. */
    static String token(String authorization) {
        return authorization.substring(SCHEME.length());
    }

    private static boolean isBearer(String value) {
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) || value.length() == SCHEME.length()) {
            return false;
        }
        for (int i = SCHEME.length(); i < value.length(); i++) {
            if (!isTokenCharacter(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTokenCharacter(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~'
                || c == '+'
                || c == '/'
                || c == '=';
    }
}
