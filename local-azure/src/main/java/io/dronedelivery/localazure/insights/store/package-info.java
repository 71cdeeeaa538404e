/** Keeps items within bounds and finds them by transaction. */
@NullMarked
package io.dronedelivery.localazure.insights.store;

import org.jspecify.annotations.NullMarked;
