/** How many good answers a gateway gives while it is asked for far more than it can. */
@NullMarked
package io.dronedelivery.lab.comparisons.overload;

import org.jspecify.annotations.NullMarked;
