/** The domain's words as they come in by HTTP, with their limits. */
@NullMarked
package io.dronedelivery.servicekit.input;

import org.jspecify.annotations.NullMarked;
