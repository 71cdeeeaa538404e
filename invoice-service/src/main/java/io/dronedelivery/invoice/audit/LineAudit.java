package io.dronedelivery.invoice.audit;

import io.dronedelivery.invoice.audit.AuditPageAsked.AuditedDelivery;
import io.dronedelivery.invoice.database.Database;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** Finds which deliveries have no invoice line. */
final class LineAudit {

    private static final String BILLED = "SELECT delivery_id FROM invoice_line WHERE delivery_id = ANY($1)";

    private final Database database;
    private final InvoiceAuditAnswers answers;

    LineAudit(Database database, InvoiceAuditAnswers answers) {
        this.database = database;
        this.answers = answers;
    }

    Mono<Void> answer(AuditPageAsked asked) {
        String[] ids =
                asked.deliveries().stream().map(AuditedDelivery::deliveryId).toArray(String[]::new);
        return database.query(BILLED, row -> Objects.requireNonNull(row.get(0, String.class)), (Object) ids)
                .collect(Collectors.toSet())
                .flatMap(billed -> answers.publish(asked, without(billed, asked.deliveries())));
    }

    private static List<AuditedDelivery> without(Set<String> billed, List<AuditedDelivery> deliveries) {
        return deliveries.stream()
                .filter(delivery -> !billed.contains(delivery.deliveryId()))
                .toList();
    }
}
