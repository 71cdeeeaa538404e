@NullMarked
package io.dronedelivery.drone.flight;

import org.jspecify.annotations.NullMarked;
