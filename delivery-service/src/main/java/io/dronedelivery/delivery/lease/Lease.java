package io.dronedelivery.delivery.lease;

import java.time.Instant;

/**
 * A lease that this instance holds.
 *
 * @param name what is leased
 * @param databaseTime what the database's clock shows, or less: the second in which the lease was last renewed, and what has passed here since
 */
public record Lease(String name, Instant databaseTime) {}
