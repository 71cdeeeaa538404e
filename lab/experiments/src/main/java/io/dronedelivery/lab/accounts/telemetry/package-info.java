/** Telemetry of drones over a broker into an archive: how fast, how much, and whether all of it. */
@NullMarked
package io.dronedelivery.lab.accounts.telemetry;

import org.jspecify.annotations.NullMarked;
