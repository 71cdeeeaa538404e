/** Events that are stored with what they tell of, and sent afterwards, by whoever is there to do it. */
@NullMarked
package io.dronedelivery.delivery.outbox;

import org.jspecify.annotations.NullMarked;
