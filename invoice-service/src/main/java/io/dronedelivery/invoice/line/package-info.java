@NullMarked
package io.dronedelivery.invoice.line;

import org.jspecify.annotations.NullMarked;
