/** Dead letters as a place to come back from: list, read, mend, send again and discard them, on either broker. */
@NullMarked
package io.dronedelivery.messaging.deadletter;

import org.jspecify.annotations.NullMarked;
