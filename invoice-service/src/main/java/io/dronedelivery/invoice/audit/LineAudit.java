package io.dronedelivery.invoice.audit;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.messaging.audit.AuditedDelivery;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** Finds which deliveries have no invoice line. A reversed line is still a line: it cannot be deleted, so it is not billed again. */
record LineAudit(Database database) {

    private static final String BILLED = "SELECT delivery_id FROM invoice_line WHERE delivery_id = ANY($1)";

    Mono<List<AuditedDelivery>> missing(List<AuditedDelivery> deliveries) {
        String[] ids = deliveries.stream().map(AuditedDelivery::deliveryId).toArray(String[]::new);
        return database.query(BILLED, row -> Objects.requireNonNull(row.get(0, String.class)), (Object) ids)
                .collect(Collectors.toSet())
                .map(billed -> without(billed, deliveries));
    }

    private static List<AuditedDelivery> without(Set<String> billed, List<AuditedDelivery> deliveries) {
        return deliveries.stream()
                .filter(delivery -> !billed.contains(delivery.deliveryId()))
                .toList();
    }
}
