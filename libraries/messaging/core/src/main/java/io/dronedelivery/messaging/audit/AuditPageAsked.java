package io.dronedelivery.messaging.audit;

import java.util.List;

/**
 * The event in which an audit asks the other services which of these deliveries they do not have.
 *
 * @param page which part of it, from 1
 * @param deliveries deliveries that were accepted
 */
public record AuditPageAsked(String auditId, int page, List<AuditedDelivery> deliveries) {}
