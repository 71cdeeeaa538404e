package io.dronedelivery.localcosmos.store;

import java.util.List;
import reactor.core.publisher.Mono;

/** Where a container's changes are kept. Called in the order of the changes of a partition, and under its lock: must not block. */
@FunctionalInterface
public interface ChangeLog {
    /** Keeps nothing. */
    ChangeLog NONE = changes -> Mono.empty();

    /** Takes changes that are kept together or not at all; the result completes when they are safe, or fails. */
    Mono<Void> append(List<Change> changes);
}
