/** The smallest request and reply: a number goes to the workers behind the queue and comes back doubled. */
@NullMarked
package io.dronedelivery.invoice.math;

import org.jspecify.annotations.NullMarked;
