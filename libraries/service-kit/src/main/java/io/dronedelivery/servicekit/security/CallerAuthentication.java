package io.dronedelivery.servicekit.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;

/** A caller, as Spring Security keeps one. */
final class CallerAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Caller caller;

    CallerAuthentication(Caller caller) {
        super(List.<GrantedAuthority>of());
        this.caller = caller;
        setAuthenticated(true);
    }

    Caller caller() {
        return caller;
    }

    @Override
    public Object getCredentials() {
        return "";
    }

    @Override
    public Object getPrincipal() {
        return caller;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallerAuthentication authentication && authentication.caller == caller;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(caller);
    }
}
