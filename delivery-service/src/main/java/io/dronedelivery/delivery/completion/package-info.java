/** Completed deliveries are closed. */
@NullMarked
package io.dronedelivery.delivery.completion;

import org.jspecify.annotations.NullMarked;
