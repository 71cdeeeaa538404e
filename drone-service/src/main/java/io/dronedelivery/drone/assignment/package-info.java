/** Requested deliveries get a drone: their events are gathered, the flight is recorded, its end is published. */
@NullMarked
package io.dronedelivery.drone.assignment;

import org.jspecify.annotations.NullMarked;
