/** Messages in files, durable before their broker is told so. Knows nothing of what is in them. */
@NullMarked
package io.dronedelivery.drone.archive;

import org.jspecify.annotations.NullMarked;
