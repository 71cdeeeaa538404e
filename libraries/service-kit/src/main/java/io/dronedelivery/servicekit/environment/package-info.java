/** Tells of variables of the environment that look like settings and set nothing. */
@NullMarked
package io.dronedelivery.servicekit.environment;

import org.jspecify.annotations.NullMarked;
