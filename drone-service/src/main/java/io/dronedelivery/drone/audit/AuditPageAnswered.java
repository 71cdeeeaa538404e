package io.dronedelivery.drone.audit;

import io.dronedelivery.drone.audit.AuditPageAsked.Accepted;
import java.util.List;

/**
 * The event that answers {@link AuditPageAsked}.
 *
 * @param service who answers
 * @param missing the deliveries of the page that it does not have
 */
record AuditPageAnswered(String auditId, int page, String service, List<Accepted> missing) {}
