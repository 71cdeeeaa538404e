/** How a drone flies, and what it tells of it. */
@NullMarked
package io.dronedelivery.dronesimulator.flight;

import org.jspecify.annotations.NullMarked;
