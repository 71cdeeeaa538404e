@NullMarked
package io.dronedelivery.messaging.dispatch;

import org.jspecify.annotations.NullMarked;
