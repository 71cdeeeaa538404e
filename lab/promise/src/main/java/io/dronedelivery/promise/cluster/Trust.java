package io.dronedelivery.promise.cluster;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.run.Issuer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the cluster asks for tokens, and the one with which it is called then: an operator's, for all owners. */
record Trust(@Nullable LocalAuth issuer, @Nullable String token) implements AutoCloseable {

    static Trust start(boolean asksForTokens) throws IOException, InterruptedException {
        if (!asksForTokens) {
            return new Trust(null, null);
        }
        // Longer than any run, so that one token does.
        LocalAuth issuer = LocalAuth.start(options -> options.tokenLife(Duration.ofDays(1)));
        return new Trust(issuer, new Issuer(issuer.issuer()).token(LocalAuth.OPERATOR));
    }

    /** What every application is told. */
    Map<String, String> settings() {
        return issuer == null
                ? Map.of()
                : Map.of("security.issuer", issuer.issuer(), "security.audience", Issuer.AUDIENCE);
    }

    /** What every call has: names and values, one after the other. */
    String[] headers() {
        return token == null ? new String[0] : new String[] {"Authorization", "Bearer " + token};
    }

    @Override
    public void close() {
        if (issuer != null) {
            issuer.close();
        }
    }
}
