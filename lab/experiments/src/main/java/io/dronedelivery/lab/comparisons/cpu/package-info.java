/** CPU time per aggregated request: the gateway and its peers in their own processes, under the same load in turns. */
@NullMarked
package io.dronedelivery.lab.comparisons.cpu;

import org.jspecify.annotations.NullMarked;
