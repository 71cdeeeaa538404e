/** Clients that ask for deliveries without pause, what they were promised, and the comparison with what was billed. */
@NullMarked
package io.dronedelivery.promise.load;

import org.jspecify.annotations.NullMarked;
