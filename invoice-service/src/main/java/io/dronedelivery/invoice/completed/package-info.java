/** Completed deliveries become invoice lines, each exactly once. */
@NullMarked
package io.dronedelivery.invoice.completed;

import org.jspecify.annotations.NullMarked;
