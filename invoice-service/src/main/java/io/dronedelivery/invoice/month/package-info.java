@NullMarked
package io.dronedelivery.invoice.month;

import org.jspecify.annotations.NullMarked;
