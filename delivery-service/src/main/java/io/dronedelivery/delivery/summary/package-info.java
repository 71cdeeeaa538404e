@NullMarked
package io.dronedelivery.delivery.summary;

import org.jspecify.annotations.NullMarked;
