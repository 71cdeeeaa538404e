@NullMarked
package io.dronedelivery.messaging.servicebus;

import org.jspecify.annotations.NullMarked;
