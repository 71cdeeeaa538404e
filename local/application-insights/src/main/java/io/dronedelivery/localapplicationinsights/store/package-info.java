/** Keeps items within bounds and finds them by transaction. */
@NullMarked
package io.dronedelivery.localapplicationinsights.store;

import org.jspecify.annotations.NullMarked;
