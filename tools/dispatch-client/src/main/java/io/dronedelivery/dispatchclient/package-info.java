/** The console client of the dispatcher. */
@NullMarked
package io.dronedelivery.dispatchclient;

import org.jspecify.annotations.NullMarked;
