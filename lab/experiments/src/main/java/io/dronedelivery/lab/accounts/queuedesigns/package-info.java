/** Repeats the comparison of queues in front of a slow endpoint, and of that endpoint without one. */
@NullMarked
package io.dronedelivery.lab.accounts.queuedesigns;

import org.jspecify.annotations.NullMarked;
