/** Calls that are passed on to one backend, whose answer the caller gets as it is. */
@NullMarked
package io.dronedelivery.gateway.forward;

import org.jspecify.annotations.NullMarked;
