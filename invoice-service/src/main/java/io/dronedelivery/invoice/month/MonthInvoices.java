package io.dronedelivery.invoice.month;

import static io.dronedelivery.invoice.database.Database.column;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.month.MonthInvoice.InvoiceStatus;
import io.dronedelivery.invoice.pricing.Tariff;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Sums up invoices, each with one statement. The statement returns no row for an unknown owner, and a row of zeros for an owner without
 * lines.
 */
@Component
final class MonthInvoices {

    private static final String SUM = """
            SELECT invoice.currency, invoice.status, count(entry.line_id) AS line_count, coalesce(sum(entry.amount), 0.00) AS total
              FROM owner
              LEFT JOIN invoice ON invoice.owner_id = owner.owner_id AND invoice.year = $2 AND invoice.month = $3
              LEFT JOIN invoice_entry entry ON entry.invoice_id = invoice.invoice_id
             WHERE owner.owner_id = $1
             GROUP BY invoice.invoice_id
            """;

    private final Database database;

    MonthInvoices(Database database) {
        this.database = database;
    }

    /** The invoice of a month, or empty when the owner does not exist. */
    Mono<MonthInvoice> find(BillingMonth month) {
        return database.query(SUM, row -> invoice(month, row), month.ownerId(), month.year(), month.month())
                .singleOrEmpty();
    }

    private static MonthInvoice invoice(BillingMonth month, Readable row) {
        String currency = row.get("currency", String.class);
        long lineCount = column(row, "line_count", Long.class);
        return new MonthInvoice(
                month.invoiceId(),
                currency == null ? Tariff.CURRENCY : Currency.getInstance(currency),
                lineCount,
                column(row, "total", BigDecimal.class),
                status(lineCount, row.get("status", String.class)));
    }

    private static InvoiceStatus status(long lineCount, @Nullable String status) {
        return lineCount == 0 || status == null
                ? InvoiceStatus.EMPTY
                : InvoiceStatus.valueOf(status.toUpperCase(Locale.ROOT));
    }
}
