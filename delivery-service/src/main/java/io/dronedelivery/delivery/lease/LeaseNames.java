package io.dronedelivery.delivery.lease;

import java.util.Set;
import reactor.core.publisher.Mono;

/** Names resources to lease. The instances share the resources of all beans of this type. */
@FunctionalInterface
public interface LeaseNames {

    /** The names. Subscribed repeatedly, because they may change. */
    Mono<Set<String>> names();
}
