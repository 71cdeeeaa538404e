@NullMarked
package io.dronedelivery.messaging.drain;

import org.jspecify.annotations.NullMarked;
