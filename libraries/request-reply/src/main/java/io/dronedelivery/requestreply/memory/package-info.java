/** Jobs in this JVM's memory: the fastest design, and gone with the process. */
@NullMarked
package io.dronedelivery.requestreply.memory;

import org.jspecify.annotations.NullMarked;
