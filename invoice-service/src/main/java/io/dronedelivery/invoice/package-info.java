@NullMarked
package io.dronedelivery.invoice;

import org.jspecify.annotations.NullMarked;
