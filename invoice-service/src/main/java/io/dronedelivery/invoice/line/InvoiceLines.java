package io.dronedelivery.invoice.line;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.servicekit.security.Owner;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Reads lines page by page by their key. The tenth page costs as much as the first one, and lines added meanwhile shift nothing. A line
 * gets its key before its transaction ends. So when its transaction ends while a caller reads the pages of an open invoice, all of them may
 * lack the line, although the invoice's total has it. An issued invoice gets no further lines, and its pages have all of them.
 */
@Component
final class InvoiceLines {

    private static final String PAGE = """
            SELECT line.line_id, line.delivery_id, line.description, line.amount, invoice.currency, line.created_at
              FROM invoice
              JOIN invoice_line line ON line.invoice_id = invoice.invoice_id
             WHERE invoice.owner_id = $1 AND invoice.year = $2 AND invoice.month = $3 AND line.line_id > $4
             ORDER BY line.line_id
             LIMIT $5
            """;

    private static final String OF_DELIVERY = """
            SELECT line.line_id, line.delivery_id, line.description, line.amount, invoice.currency, line.created_at
              FROM invoice_line line
              JOIN invoice ON invoice.invoice_id = line.invoice_id
             WHERE line.delivery_id = $1 AND invoice.owner_id = $2
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
                column(row, "created_at", Instant.class));
    }

    /** All columns of a line are declared {@code NOT NULL}. */
    private static <T> T column(Readable row, String name, Class<T> type) {
        return Objects.requireNonNull(row.get(name, type), name);
    }
}
