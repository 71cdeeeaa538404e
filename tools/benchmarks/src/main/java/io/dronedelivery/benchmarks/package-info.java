/** The fixed parts that every benchmark aggregates. */
@NullMarked
package io.dronedelivery.benchmarks;

import org.jspecify.annotations.NullMarked;
