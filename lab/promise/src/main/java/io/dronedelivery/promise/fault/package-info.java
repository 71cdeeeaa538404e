/** What goes wrong, a class each. */
@NullMarked
package io.dronedelivery.promise.fault;

import org.jspecify.annotations.NullMarked;
