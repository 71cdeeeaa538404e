package io.dronedelivery.delivery.reconciliation;

import java.util.List;

/**
 * The event in which a service answers.
 *
 * @param service the service that answers
 * @param missing the deliveries of the page that this service does not have
 */
record AuditPageAnswered(String auditId, int page, String service, List<AuditedDelivery> missing) {}
