/** Spans as the tests see them. */
@NullMarked
package io.dronedelivery.messaging.trace;

import org.jspecify.annotations.NullMarked;
