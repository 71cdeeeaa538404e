/** Repeats the comparison of queues in front of a slow endpoint, and of that endpoint without one. */
@NullMarked
package io.dronedelivery.loadtest.lab.queuedesigns;

import org.jspecify.annotations.NullMarked;
