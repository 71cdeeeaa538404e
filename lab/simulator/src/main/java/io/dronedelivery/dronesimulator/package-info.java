/** Simulated drones that send telemetry at the moments that a schedule says, and what came of it. */
@NullMarked
package io.dronedelivery.dronesimulator;

import org.jspecify.annotations.NullMarked;
