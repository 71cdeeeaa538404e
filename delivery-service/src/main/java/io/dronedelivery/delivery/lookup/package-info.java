@NullMarked
package io.dronedelivery.delivery.lookup;

import org.jspecify.annotations.NullMarked;
