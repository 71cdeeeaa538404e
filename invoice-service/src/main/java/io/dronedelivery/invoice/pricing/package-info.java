@NullMarked
package io.dronedelivery.invoice.pricing;

import org.jspecify.annotations.NullMarked;
