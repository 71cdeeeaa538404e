package io.dronedelivery.drone.audit;

import io.dronedelivery.drone.audit.AuditPageAsked.AuditedDelivery;
import java.util.List;

/**
 * The event that answers {@link AuditPageAsked}.
 *
 * @param service the service that answers
 * @param missing the deliveries of the page that this service does not have
 */
record AuditPageAnswered(String auditId, int page, String service, List<AuditedDelivery> missing) {}
