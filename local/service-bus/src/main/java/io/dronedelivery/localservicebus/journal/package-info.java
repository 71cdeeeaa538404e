/** The append-only file that makes the stand-in survive a {@code kill -9}. */
@NullMarked
package io.dronedelivery.localservicebus.journal;

import org.jspecify.annotations.NullMarked;
