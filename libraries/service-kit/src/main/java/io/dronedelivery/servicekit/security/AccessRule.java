package io.dronedelivery.servicekit.security;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may call an endpoint.
 *
 * @param scope for {@link AccessKind#SCOPE} the scope that is needed, null otherwise
 */
public record AccessRule(AccessKind kind, @Nullable String scope) {

    public static final String FORM = "public, authenticated or scope:NAME";

    private static final String SCOPE_PREFIX = "scope:";

    /** Of RFC 6749, section 3.3. */
    private static final Pattern SCOPE_NAME = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    public enum AccessKind {
        /** Every caller, with or without a token. */
        PUBLIC,
        /** Every caller with a token. */
        AUTHENTICATED,
        /** Every caller with a token that has the scope. */
        SCOPE
    }

    /** Reads a rule; null when the text is none, see {@link #FORM}. */
    public static @Nullable AccessRule parse(String text) {
        if (text.equals("public")) {
            return new AccessRule(AccessKind.PUBLIC, null);
        }
        if (text.equals("authenticated")) {
            return new AccessRule(AccessKind.AUTHENTICATED, null);
        }
        String name = text.startsWith(SCOPE_PREFIX) ? text.substring(SCOPE_PREFIX.length()) : "";
        return SCOPE_NAME.matcher(name).matches() ? new AccessRule(AccessKind.SCOPE, name) : null;
    }

    public boolean needsToken() {
        return kind != AccessKind.PUBLIC;
    }

    public boolean permits(Caller caller) {
        return scope == null || caller.has(scope);
    }

    /** @throws io.dronedelivery.servicekit.problem.ProblemException when the caller may not */
    public void check(Caller caller) {
        if (!permits(caller)) {
            throw Callers.forbidden();
        }
    }

    @Override
    public String toString() {
        return scope == null ? kind.name().toLowerCase(Locale.ROOT) : SCOPE_PREFIX + scope;
    }
}
