@NullMarked
package io.dronedelivery.drone.utilization;

import org.jspecify.annotations.NullMarked;
