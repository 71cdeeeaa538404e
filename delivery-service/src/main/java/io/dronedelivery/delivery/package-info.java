@NullMarked
package io.dronedelivery.delivery;

import org.jspecify.annotations.NullMarked;
