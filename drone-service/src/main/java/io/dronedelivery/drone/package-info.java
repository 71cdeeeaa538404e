@NullMarked
package io.dronedelivery.drone;

import org.jspecify.annotations.NullMarked;
