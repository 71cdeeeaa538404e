package io.dronedelivery.invoice.line;

import static io.dronedelivery.invoice.database.Database.column;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.servicekit.security.Owner;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Reads lines page by page by their key. The tenth page costs as much as the first one, and lines added meanwhile shift nothing. A line
 * gets its key before its transaction ends. So when its transaction ends while a caller reads the pages of an open invoice, all of them may
 * lack the line, although the invoice's total has it. An issued invoice gets no further lines, and its pages have all of them.
 */
@Component
final class InvoiceLines {

    private static final String COLUMNS = """
            SELECT entry.line_id, entry.delivery_id, entry.description, entry.amount, invoice.currency, entry.created_at, entry.reverses,
                   (SELECT line_id FROM line_reversal WHERE delivery_id = entry.delivery_id AND entry.reverses IS NULL) AS reversed_by
            """;

    /** The inner query has one invoice, so both parts of the view come from their keys in the order of the page. */
    private static final String PAGE = COLUMNS + """
              FROM (SELECT * FROM invoice_entry
                     WHERE invoice_id = (SELECT invoice_id FROM invoice WHERE owner_id = $1 AND year = $2 AND month = $3)
                       AND line_id > $4
                     ORDER BY line_id
                     LIMIT $5) entry
              JOIN invoice ON invoice.invoice_id = entry.invoice_id
             ORDER BY entry.line_id
            """;

    private static final String OF_DELIVERY = COLUMNS + """
              FROM invoice_entry entry
              JOIN invoice ON invoice.invoice_id = entry.invoice_id
             WHERE entry.delivery_id = $1 AND entry.reverses IS NULL AND invoice.owner_id = $2
            """;

    private static final String OWNER = "SELECT 1 FROM owner WHERE owner_id = $1";

    private final Database database;

    InvoiceLines(Database database) {
        this.database = database;
    }

    /** At most {@code limit} lines of a month with identifiers above {@code after}, in their order. Empty when the owner does not exist. */
    Mono<List<InvoiceLine>> read(BillingMonth month, long after, int limit) {
        return database.query(PAGE, InvoiceLines::line, month.ownerId(), month.year(), month.month(), after, limit)
                .collectList()
                .filterWhen(lines -> lines.isEmpty() ? ownerExists(month.ownerId()) : Mono.just(true));
    }

    /** The line of a delivery. Empty when the owner has none. */
    Mono<InvoiceLine> ofDelivery(Owner owner, String deliveryId) {
        return database.query(OF_DELIVERY, InvoiceLines::line, deliveryId, owner.id())
                .singleOrEmpty();
    }

    private Mono<Boolean> ownerExists(String ownerId) {
        return database.query(OWNER, row -> true, ownerId).hasElements();
    }

    private static InvoiceLine line(Readable row) {
        return new InvoiceLine(
                column(row, "line_id", Long.class),
                column(row, "delivery_id", String.class),
                column(row, "description", String.class),
                column(row, "amount", BigDecimal.class),
                Currency.getInstance(column(row, "currency", String.class)),
                column(row, "created_at", Instant.class),
                row.get("reverses", Long.class),
                row.get("reversed_by", Long.class));
    }
}
