@NullMarked
package io.dronedelivery.delivery.packages;

import org.jspecify.annotations.NullMarked;
