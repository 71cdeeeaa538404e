/** Provisioned and consumed request units per second of a physical partition. */
@NullMarked
package io.dronedelivery.localcosmos.throughput;

import org.jspecify.annotations.NullMarked;
