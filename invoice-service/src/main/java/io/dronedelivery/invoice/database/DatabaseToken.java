package io.dronedelivery.invoice.database;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.SimpleTokenCache;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The token of the service's identity, which PostgreSQL on Azure accepts as a password. Each new connection asks for the token; the token
 * is cached until shortly before it expires. Any thread may call it.
 *
 * @see <a href="https://learn.microsoft.com/azure/postgresql/flexible-server/concepts-azure-ad-authentication">Entra authentication</a>
 */
final class DatabaseToken {

    private static final String SCOPE = "https://ossrdbms-aad.database.windows.net/.default";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Mono<String> token;

    DatabaseToken(TokenCredential identity) {
        TokenRequestContext request = new TokenRequestContext().addScopes(SCOPE);
        SimpleTokenCache kept = new SimpleTokenCache(() -> identity.getToken(request));
        token = kept.getToken()
                .map(AccessToken::getToken)
                // Some credentials read files or start processes.
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** The token for a connection that is being opened. */
    Mono<CharSequence> password() {
        return token.cast(CharSequence.class);
    }

    /**
     * The token, waiting for it. Only for the start of the application, where blocking is allowed.
     *
     * @throws NoTokenException when the service has no identity, or gets no token
     */
    String now() {
        try {
            return token.toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new NoTokenException(failure);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoTokenException(e);
        }
    }
}
