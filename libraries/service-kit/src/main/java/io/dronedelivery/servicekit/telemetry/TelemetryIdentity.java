package io.dronedelivery.servicekit.telemetry;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The identity with which telemetry is sent. It logs that there is no token, as {@link OutageLog} does for an endpoint: without one no
 * endpoint is asked. Then it is not asked again at once, although each report asks: the search for a token goes as far as starting programs.
 */
final class TelemetryIdentity implements TokenCredential {

    private static final long PAUSE = Duration.ofSeconds(30).toNanos();

    private final TokenCredential identity;
    private final Outage outage = new Outage("Application Insights");
    private volatile @Nullable Failure last;

    /** @param identity has the tokens */
    TelemetryIdentity(TokenCredential identity) {
        this.identity = identity;
    }

    private record Failure(NoToken why, long at) {}

    /** Without a stack trace, since the exporter logs it when it cannot send what it has kept. */
    private static final class NoToken extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoToken(String message) {
            super(message, null, false, false);
        }
    }

    @Override
    public Mono<AccessToken> getToken(TokenRequestContext request) {
        Failure failure = last;
        if (failure != null && System.nanoTime() - failure.at() < PAUSE) {
            return Mono.error(failure.why());
        }
        return identity.getToken(request).doOnNext(token -> outage.ended()).onErrorMap(this::failed);
    }

    private NoToken failed(Throwable cause) {
        String message = "the service gets no token for its identity: " + firstLine(cause);
        NoToken why = new NoToken(message);
        last = new Failure(why, System.nanoTime());
        outage.seen(message);
        return why;
    }

    /** The credentials' failures go on for a page, with advice for developers' machines. */
    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
