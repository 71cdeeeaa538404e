package io.dronedelivery.messaging.health;

import io.dronedelivery.messaging.event.ConsumerState;
import io.dronedelivery.messaging.event.EventProcessor.PausedType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of each subscription. It is down when the subscription is not consumed, or when a type is paused because most of its events
 * fail. It is not part of the readiness: requests are still answered, and a restarted instance would meet the same failure.
 */
final class ConsumersHealth {

    private ConsumersHealth() {}

    static CompositeHealthContributor of(List<ConsumerState.Source> sources) {
        Map<String, HealthContributor> components = new LinkedHashMap<>();
        sources.forEach(source -> source.states()
                .forEach(state -> components.put(
                        state.subscription(), (HealthIndicator) () -> health(source, state.subscription()))));
        return CompositeHealthContributor.fromMap(components);
    }

    private static Health health(ConsumerState.Source source, String subscription) {
        return source.states().stream()
                .filter(state -> state.subscription().equals(subscription))
                .findFirst()
                .map(ConsumersHealth::health)
                .orElseGet(() -> Health.unknown().build());
    }

    private static Health health(ConsumerState state) {
        String trouble = state.trouble();
        if (trouble == null && state.paused().isEmpty()) {
            return Health.up().build();
        }
        return Health.down()
                .withDetail("trouble", trouble == null ? paused(state.paused()) : trouble)
                .build();
    }

    private static String paused(List<PausedType> types) {
        return types.stream()
                .map(type -> "events of type %s mostly fail, so one is tried at a time, for %s now, since: %s"
                        .formatted(type.type(), type.since(), type.cause()))
                .collect(Collectors.joining("; "));
    }
}
