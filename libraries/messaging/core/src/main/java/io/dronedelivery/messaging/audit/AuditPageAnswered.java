package io.dronedelivery.messaging.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event in which a service answers {@link AuditPageAsked}.
 *
 * @param missing the deliveries of the page that it does not have
 * @param handledUntil publication time of the oldest event about deliveries that the service has received and not handled. What was
 *     announced later may only be on its way. Null when no event waits, and from earlier releases
 */
public record AuditPageAnswered(
        String auditId,
        int page,
        String service,
        List<AuditedDelivery> missing,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant handledUntil) {}
