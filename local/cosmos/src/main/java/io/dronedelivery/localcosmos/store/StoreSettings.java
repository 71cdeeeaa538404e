package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The settings of the store.
 *
 * @param partitions number of physical partitions of a new container, by its id
 * @param enforceThroughput whether calls beyond the provisioned throughput are refused with 429; read for each call
 * @param burstSeconds seconds of unused throughput that a physical partition saves for later
 * @param full whether a logical partition is full; read for each write
 */
public record StoreSettings(
        RequestCharges charges,
        InstantSource clock,
        ToIntFunction<String> partitions,
        BooleanSupplier enforceThroughput,
        int burstSeconds,
        Predicate<Scalar> full) {

    /** @param partitions of the container, or 0 for a database whose containers share it */
    Throughput throughput(Provision provision, int partitions) {
        int amount = provision.requestUnits();
        Throughput throughput = partitions == 0
                ? Throughput.shared(amount, clock, enforceThroughput, burstSeconds)
                : new Throughput(amount, partitions, clock, enforceThroughput, burstSeconds);
        throughput.provision(amount, provision.autoscale());
        return throughput;
    }
}
