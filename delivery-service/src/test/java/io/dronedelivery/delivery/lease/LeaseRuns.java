package io.dronedelivery.delivery.lease;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** Has instances share at once what they would share within a lease's duration. */
public final class LeaseRuns {

    private LeaseRuns() {}

    /** The instances' own runs must be so rare that none is at the same time. */
    public static void share(Leases... instances) {
        for (int round = 0; round < 4; round++) {
            Stream.of(instances).forEach(leases -> leases.run().block());
        }
    }

    /**
     * A new instance that has all of these leases, because their holders renew none while its clock goes on.
     *
     * @param nanos its clock, in nanoseconds
     */
    public static Leases holding(
            DocumentContainer container, Set<String> names, String instance, Duration duration, AtomicLong nanos) {
        Leases leases = new Leases(container, Mono.just(names), instance, duration, nanos::get);
        while (leases.all().size() < names.size()) {
            nanos.addAndGet(duration.toNanos());
            leases.run().block();
        }
        return leases;
    }
}
