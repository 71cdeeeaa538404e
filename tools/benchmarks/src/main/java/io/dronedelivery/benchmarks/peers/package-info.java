/** What stands around and beside the gateway while it is measured, each in a JVM of its own. */
@NullMarked
package io.dronedelivery.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
