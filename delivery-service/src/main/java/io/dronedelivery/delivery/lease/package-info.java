/** Who of several instances does what only one of them has to do: leases in the database, which need no common clock. */
@NullMarked
package io.dronedelivery.delivery.lease;

import org.jspecify.annotations.NullMarked;
