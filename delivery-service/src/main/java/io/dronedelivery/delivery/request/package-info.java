/** Accepts deliveries: checked, stored with the events that announce them, answered; then announced. */
@NullMarked
package io.dronedelivery.delivery.request;

import org.jspecify.annotations.NullMarked;
