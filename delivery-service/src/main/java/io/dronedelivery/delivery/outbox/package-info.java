/** The transactional outbox: events are stored together with the delivery and sent afterwards, by this instance or by the relay of whichever has leased it. */
@NullMarked
package io.dronedelivery.delivery.outbox;

import org.jspecify.annotations.NullMarked;
