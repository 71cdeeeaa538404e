/**
 * Audits: compares the deliveries that were accepted with the flights and the invoice lines that the other services have, and has announced
 * once more what is missing there. The services are asked by events, so that nobody reads another's store or needs a token for it.
 */
@NullMarked
package io.dronedelivery.delivery.reconciliation;

import org.jspecify.annotations.NullMarked;
