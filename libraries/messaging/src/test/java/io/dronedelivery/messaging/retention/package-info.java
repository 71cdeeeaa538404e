@NullMarked
package io.dronedelivery.messaging.retention;

import org.jspecify.annotations.NullMarked;
