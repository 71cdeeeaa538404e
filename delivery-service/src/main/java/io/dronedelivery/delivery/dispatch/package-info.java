/** The dispatcher's HTTP API: its status, and synthetic messages to try it with. */
@NullMarked
package io.dronedelivery.delivery.dispatch;

import org.jspecify.annotations.NullMarked;
