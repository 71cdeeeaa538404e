/** Provisioned request units per second of a physical partition, and what was consumed of them. */
@NullMarked
package io.dronedelivery.localcosmos.throughput;

import org.jspecify.annotations.NullMarked;
