package io.dronedelivery.drone.audit;

import java.util.List;

/**
 * The event in which an audit asks for some deliveries.
 *
 * @param auditId the audit
 * @param page which part of it
 * @param deliveries those that were accepted
 */
record AuditPageAsked(String auditId, int page, List<Accepted> deliveries) {

    /** A delivery that was accepted. */
    record Accepted(String deliveryId, String ownerId) {}
}
