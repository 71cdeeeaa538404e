/** What drones tell of themselves: the latest position of each, live and by request, and all of it handed to the archive. */
@NullMarked
package io.dronedelivery.drone.telemetry;

import org.jspecify.annotations.NullMarked;
