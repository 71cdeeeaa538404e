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

    private record Failure(Throwable cause, long at) {}

    @Override
    public Mono<AccessToken> getToken(TokenRequestContext request) {
        Failure failure = last;
        if (failure != null && System.nanoTime() - failure.at() < PAUSE) {
            return Mono.error(failure.cause());
        }
        return identity.getToken(request).doOnNext(token -> outage.ended()).doOnError(this::failed);
    }

    private void failed(Throwable cause) {
        last = new Failure(cause, System.nanoTime());
        outage.seen("the service gets no token for its identity: " + firstLine(cause));
    }

    /** The credentials' failures go on for a page, with advice for developers' machines. */
    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
