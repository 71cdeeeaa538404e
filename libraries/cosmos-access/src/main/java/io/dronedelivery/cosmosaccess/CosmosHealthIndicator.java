package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncDatabase;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/**
 * Whether the database can be reached. It reads the database's own description: metadata, which costs none of the containers' request
 * units. It reads at most once in an interval, for any number of callers.
 */
final class CosmosHealthIndicator implements ReactiveHealthIndicator {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Mono<Health> health;

    CosmosHealthIndicator(CosmosAsyncDatabase database, Duration interval) {
        this.health = database.read()
                .timeout(TIMEOUT)
                .map(response -> Health.up().build())
                .onErrorResume(failure -> Mono.just(Health.down(failure).build()))
                .cache(interval);
    }

    @Override
    public Mono<Health> health() {
        return health;
    }
}
