package io.dronedelivery.delivery.reconciliation;

import java.util.List;

/**
 * The event in which a service answers.
 *
 * @param service who answers
 * @param missing the deliveries of the page that it does not have
 */
record AuditPageAnswered(String auditId, int page, String service, List<Accepted> missing) {}
