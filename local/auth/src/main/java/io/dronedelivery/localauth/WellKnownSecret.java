package io.dronedelivery.localauth;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Secrets in plain text: there is only one, and it is public. The default encoder would hash it again for each client that authenticates.
 */
final class WellKnownSecret implements PasswordEncoder {

    @Override
    public @Nullable String encode(@Nullable CharSequence secret) {
        return secret == null ? null : secret.toString();
    }

    @Override
    public boolean matches(@Nullable CharSequence secret, @Nullable String expected) {
        return secret != null && Objects.equals(secret.toString(), expected);
    }
}
