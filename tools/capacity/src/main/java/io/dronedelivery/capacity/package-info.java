/** From what a request costs to what a load needs. Nothing here talks to anything. */
@NullMarked
package io.dronedelivery.capacity;

import org.jspecify.annotations.NullMarked;
