@NullMarked
package io.dronedelivery.servicekit.trace;

import org.jspecify.annotations.NullMarked;
