package io.dronedelivery.messaging.audit;

import java.util.List;

/**
 * The event in which a service answers {@link AuditPageAsked}.
 *
 * @param service the service that answers
 * @param missing the deliveries of the page that it does not have
 */
public record AuditPageAnswered(String auditId, int page, String service, List<AuditedDelivery> missing) {}
