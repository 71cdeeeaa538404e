package io.dronedelivery.delivery.lease;

import java.util.stream.Stream;

/** Has instances share at once what they would share within a lease's duration. */
public final class LeaseRuns {

    private LeaseRuns() {}

    /** The instances' own runs must be so rare that none is at the same time. */
    public static void share(Leases... instances) {
        for (int round = 0; round < 4; round++) {
            Stream.of(instances).forEach(leases -> leases.run().block());
        }
    }

    /** Has an instance leave all its leases to others. It takes no more. */
    public static void leave(Leases leases) {
        leases.release().block();
    }
}
