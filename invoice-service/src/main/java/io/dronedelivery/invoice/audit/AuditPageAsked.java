package io.dronedelivery.invoice.audit;

import java.util.List;

/**
 * The event in which an audit asks which of these deliveries a service does not have.
 *
 * @param auditId the audit
 * @param page number of the page of the audit
 * @param deliveries accepted deliveries
 */
record AuditPageAsked(String auditId, int page, List<AuditedDelivery> deliveries) {

    /** An accepted delivery. */
    record AuditedDelivery(String deliveryId, String ownerId) {}
}
