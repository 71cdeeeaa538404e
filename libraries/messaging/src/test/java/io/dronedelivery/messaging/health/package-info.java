@NullMarked
package io.dronedelivery.messaging.health;

import org.jspecify.annotations.NullMarked;
