/** Work that no request waits for. */
@NullMarked
package io.dronedelivery.servicekit.background;

import org.jspecify.annotations.NullMarked;
