@NullMarked
package io.dronedelivery.benchmarks;

import org.jspecify.annotations.NullMarked;
