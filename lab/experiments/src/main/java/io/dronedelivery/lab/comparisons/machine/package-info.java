/** The machine that figures depend on, and the processes on it. */
@NullMarked
package io.dronedelivery.lab.comparisons.machine;

import org.jspecify.annotations.NullMarked;
