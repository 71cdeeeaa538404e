/** Builds without one protection each, and the unit tests that have to notice. */
@NullMarked
package io.dronedelivery.promise.protection;

import org.jspecify.annotations.NullMarked;
