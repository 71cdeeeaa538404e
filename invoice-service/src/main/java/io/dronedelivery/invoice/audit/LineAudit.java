package io.dronedelivery.invoice.audit;

import io.dronedelivery.invoice.audit.AuditPageAsked.Accepted;
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
    private final AuditAnswers answers;

    LineAudit(Database database, AuditAnswers answers) {
        this.database = database;
        this.answers = answers;
    }

    Mono<Void> answer(AuditPageAsked asked) {
        String[] ids = asked.deliveries().stream().map(Accepted::deliveryId).toArray(String[]::new);
        return database.query(BILLED, row -> Objects.requireNonNull(row.get(0, String.class)), (Object) ids)
                .collect(Collectors.toSet())
                .flatMap(billed -> answers.publish(asked, without(billed, asked.deliveries())));
    }

    private static List<Accepted> without(Set<String> billed, List<Accepted> deliveries) {
        return deliveries.stream()
                .filter(delivery -> !billed.contains(delivery.deliveryId()))
                .toList();
    }
}
