package io.dronedelivery.delivery.reconciliation;

import java.util.List;

/**
 * The event that asks the other services which of these deliveries they do not have.
 *
 * @param auditId the audit
 * @param page from 1
 */
record AuditPageAsked(String auditId, int page, List<AuditedDelivery> deliveries) {}
