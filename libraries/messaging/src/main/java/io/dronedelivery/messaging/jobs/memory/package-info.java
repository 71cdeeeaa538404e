/** Jobs in this JVM's memory: the fastest design, and gone with the process. */
@NullMarked
package io.dronedelivery.messaging.jobs.memory;

import org.jspecify.annotations.NullMarked;
