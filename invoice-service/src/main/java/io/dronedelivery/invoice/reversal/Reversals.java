package io.dronedelivery.invoice.reversal;

import static io.dronedelivery.invoice.database.Database.column;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.invoice.month.OpenInvoices;
import io.dronedelivery.servicekit.security.Owner;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Takes invoice lines back, each once. The line stays. Its reversal is on the same invoice while that is open, otherwise on the first later
 * one that is open and in the same currency.
 */
@Component
final class Reversals {

    /** The lock makes a second reversal of the line wait for the first. */
    private static final String LINE = """
            SELECT invoice.owner_id, invoice.year, invoice.month, invoice.currency
              FROM invoice_line line
              JOIN invoice ON invoice.invoice_id = line.invoice_id
             WHERE line.delivery_id = $1
               FOR NO KEY UPDATE OF line
            """;

    private static final String REVERSE = """
            INSERT INTO line_reversal (invoice_id, delivery_id, description, amount, created_at, reversed_invoice_id, reverses, reason, reversed_by)
            SELECT $2, delivery_id, 'Reversal: ' || description, -amount, now(), invoice_id, line_id, $3, $4
              FROM invoice_line
             WHERE delivery_id = $1
            RETURNING *, (SELECT currency FROM invoice WHERE invoice_id = $2) AS currency
            """;

    private static final String REVERSAL = """
            SELECT reversal.*, invoice.currency
              FROM line_reversal reversal
              JOIN invoice ON invoice.invoice_id = reversal.invoice_id
             WHERE reversal.delivery_id = $1
            """;

    private record ReversedLine(BillingMonth month, String currency) {

        static ReversedLine of(Readable row) {
            return new ReversedLine(
                    new BillingMonth(
                            Owner.ofMessage(column(row, "owner_id", String.class)),
                            column(row, "year", Integer.class),
                            column(row, "month", Integer.class)),
                    column(row, "currency", String.class));
        }
    }

    private final Database database;

    Reversals(Database database) {
        this.database = database;
    }

    /**
     * @param why the reason
     * @param by the operator
     * @return the reversal. A line that was reversed before keeps that reversal. Empty when the delivery has no line
     */
    Mono<Reversal> reverse(String deliveryId, String why, String by) {
        return database.inTransaction(transaction -> transaction
                .query(LINE, ReversedLine::of, deliveryId)
                .singleOrEmpty()
                .flatMap(line -> transaction
                        .query(REVERSAL, Reversals::reversal, deliveryId)
                        .switchIfEmpty(OpenInvoices.from(line.month(), line.currency(), transaction)
                                .flatMapMany(invoiceId -> transaction.query(
                                        REVERSE, Reversals::reversal, deliveryId, invoiceId, why, by)))
                        .singleOrEmpty()));
    }

    private static Reversal reversal(Readable row) {
        return new Reversal(
                column(row, "line_id", Long.class),
                column(row, "invoice_id", String.class),
                column(row, "delivery_id", String.class),
                column(row, "amount", BigDecimal.class),
                Currency.getInstance(column(row, "currency", String.class)),
                column(row, "reverses", Long.class),
                column(row, "reversed_invoice_id", String.class),
                column(row, "reason", String.class),
                column(row, "reversed_by", String.class),
                column(row, "created_at", Instant.class));
    }
}
