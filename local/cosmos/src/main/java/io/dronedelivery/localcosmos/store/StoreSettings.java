package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.RequestCharges;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * How the store behaves.
 *
 * @param partitions number of physical partitions of a new container, by its id
 * @param enforceThroughput whether calls beyond the provisioned throughput are refused with 429; asked for each call
 * @param burstSeconds how many unused seconds of its throughput a physical partition keeps for later
 * @param full whether a logical partition takes no more; asked for each write
 */
public record StoreSettings(
        RequestCharges charges,
        InstantSource clock,
        ToIntFunction<String> partitions,
        BooleanSupplier enforceThroughput,
        int burstSeconds,
        Predicate<Scalar> full) {}
