package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.Archive;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/** Down while telemetry cannot be archived. Not a part of the readiness, because positions are still answered. */
record ArchiveHealth(Archive archive) implements ReactiveHealthIndicator {

    @Override
    public Mono<Health> health() {
        return Mono.fromSupplier(() -> {
            String trouble = archive.trouble();
            String place = archive.figures().place();
            return trouble == null
                    ? Health.up().withDetail("place", place).build()
                    : Health.down()
                            .withDetail("place", place)
                            .withDetail("trouble", trouble)
                            .build();
        });
    }
}
