/** The fixed parts that every benchmark aggregates. */
@NullMarked
package io.dronedelivery.lab.comparisons;

import org.jspecify.annotations.NullMarked;
