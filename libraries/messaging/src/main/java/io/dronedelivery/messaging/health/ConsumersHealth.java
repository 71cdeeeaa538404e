package io.dronedelivery.messaging.health;

import io.dronedelivery.messaging.event.ConsumerState;
import io.dronedelivery.messaging.event.EventProcessor.PausedType;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/**
 * Down when a subscription is not consumed, or when a type of it is paused because most of its events fail. No part of the readiness:
 * requests are answered all the same, and an instance that is restarted for it would meet the same failure.
 */
final class ConsumersHealth implements ReactiveHealthIndicator {

    private final List<ConsumerState.Source> sources;

    ConsumersHealth(List<ConsumerState.Source> sources) {
        this.sources = sources;
    }

    @Override
    public Mono<Health> health() {
        return Mono.fromSupplier(() -> {
            Health.Builder health = Health.up();
            for (ConsumerState.Source source : sources) {
                source.states().forEach(state -> add(state, health));
            }
            return health.build();
        });
    }

    private static void add(ConsumerState state, Health.Builder health) {
        String trouble = state.trouble();
        if (trouble == null && state.paused().isEmpty()) {
            health.withDetail(state.subscription(), "consuming");
        } else {
            health.down().withDetail(state.subscription(), trouble == null ? paused(state.paused()) : trouble);
        }
    }

    private static String paused(List<PausedType> types) {
        return types.stream()
                .map(type -> "events of type %s mostly fail, so one is tried at a time, for %s now, since: %s"
                        .formatted(type.type(), type.since(), type.cause()))
                .collect(Collectors.joining("; "));
    }
}
