@NullMarked
package io.dronedelivery.messaging.event;

import org.jspecify.annotations.NullMarked;
