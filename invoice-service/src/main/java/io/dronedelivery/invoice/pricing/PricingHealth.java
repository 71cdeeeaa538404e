package io.dronedelivery.invoice.pricing;

import io.dronedelivery.requestreply.RequestReply;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/**
 * Out of service until the reply channels are open, so that no request has to wait for that.
 *
 * @param requests null when months are priced without a queue
 */
record PricingHealth(@Nullable RequestReply requests) implements ReactiveHealthIndicator {

    @Override
    public Mono<Health> health() {
        return Mono.fromSupplier(() -> requests == null || requests.ready()
                ? Health.up().build()
                : Health.outOfService()
                        .withDetail(
                                "channels", requests.status().requests().pool().created())
                        .build());
    }
}
