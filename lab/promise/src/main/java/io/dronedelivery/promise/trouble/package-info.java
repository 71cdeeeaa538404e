/** What goes wrong, a class each. */
@NullMarked
package io.dronedelivery.promise.trouble;

import org.jspecify.annotations.NullMarked;
