/** Answers audits: which deliveries of a page this service does not have. */
@NullMarked
package io.dronedelivery.drone.audit;

import org.jspecify.annotations.NullMarked;
