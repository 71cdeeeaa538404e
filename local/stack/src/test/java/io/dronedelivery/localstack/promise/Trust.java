package io.dronedelivery.localstack.promise;

import io.dronedelivery.localauth.LocalAuth;
import io.dronedelivery.localstack.run.Issuer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Whether the house asks for tokens (not with {@code -Dpromise.auth=off}), and the one with which it is called then: an operator's, for all owners. */
final class Trust implements AutoCloseable {

    private static final boolean ASKED_FOR = "on".equals(System.getProperty("promise.auth", "on"));

    private final LocalAuth issuer;
    private final String token;

    private Trust(LocalAuth issuer, String token) {
        this.issuer = issuer;
        this.token = token;
    }

    static Trust start() throws IOException, InterruptedException {
        if (!ASKED_FOR) {
            return new Trust(null, null);
        }
        // Longer than any run, so that one token does.
        LocalAuth issuer = LocalAuth.start(options -> options.tokenLife(Duration.ofDays(1)));
        return new Trust(issuer, new Issuer(issuer.issuer()).tokenOfAnOperator());
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
