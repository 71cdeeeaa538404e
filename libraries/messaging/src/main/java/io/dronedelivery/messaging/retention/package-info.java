/** Compares how long, how often and how safely the broker keeps events with what the promise needs, when the application starts. */
@NullMarked
package io.dronedelivery.messaging.retention;

import org.jspecify.annotations.NullMarked;
