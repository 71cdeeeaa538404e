/** The configuration file of the official emulator. */
@NullMarked
package io.dronedelivery.localservicebus.emulator;

import org.jspecify.annotations.NullMarked;
