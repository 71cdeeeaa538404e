package io.dronedelivery.delivery.lease;

import java.time.Instant;

/**
 * A lease that this instance holds.
 *
 * @param name the leased resource
 * @param databaseTime a lower bound of the database's clock: the second of the last renewal plus the time that has passed in this process
 */
public record Lease(String name, Instant databaseTime) {}
