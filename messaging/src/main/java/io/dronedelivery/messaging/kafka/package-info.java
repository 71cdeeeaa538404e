@NullMarked
package io.dronedelivery.messaging.kafka;

import org.jspecify.annotations.NullMarked;
