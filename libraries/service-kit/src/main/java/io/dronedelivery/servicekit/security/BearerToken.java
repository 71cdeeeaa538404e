package io.dronedelivery.servicekit.security;

import io.dronedelivery.servicekit.telemetry.TokenInQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** @see <a href="https://www.rfc-editor.org/rfc/rfc6750#section-2.1">RFC 6750, section 2.1</a> */
final class BearerToken {

    private static final String SCHEME = "Bearer ";

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
        return isBearer(value) && (query == null || !TokenInQuery.isIn(query)) ? value : null;
    }

    /** The token in such a value. */
    static String token(String authorization) {
        return authorization.substring(begin(authorization));
    }

    /** Behind the scheme are one or more blanks (RFC 9110, section 11.4). */
    private static int begin(String authorization) {
        int begin = SCHEME.length();
        while (begin < authorization.length() && authorization.charAt(begin) == ' ') {
            begin++;
        }
        return begin;
    }

    private static boolean isBearer(String value) {
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        int begin = begin(value);
        if (begin == value.length()) {
            return false;
        }
        for (int i = begin; i < value.length(); i++) {
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
