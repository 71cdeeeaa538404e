/** What stands around and beside the gateway while it is measured, each in a JVM of its own. */
@NullMarked
package io.dronedelivery.lab.comparisons.peers;

import org.jspecify.annotations.NullMarked;
