/** The application's log. */
@NullMarked
package io.dronedelivery.servicekit.logs;

import org.jspecify.annotations.NullMarked;
