/** Answers audits: which deliveries of a page this service does not have. */
@NullMarked
package io.dronedelivery.invoice.audit;

import org.jspecify.annotations.NullMarked;
