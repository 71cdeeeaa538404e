/** The machine that figures depend on, and the processes on it. */
@NullMarked
package io.dronedelivery.benchmarks.machine;

import org.jspecify.annotations.NullMarked;
