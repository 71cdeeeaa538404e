package io.dronedelivery.delivery.lease;

import java.util.Set;
import reactor.core.publisher.Mono;

/** Names what there is to lease. All beans of this type together are what the instances share. */
@FunctionalInterface
public interface LeaseNames {

    /** Asked for again and again, because it may change. */
    Mono<Set<String>> names();
}
