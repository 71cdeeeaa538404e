package io.dronedelivery.invoice.month;

import static io.dronedelivery.invoice.database.Database.column;

import io.dronedelivery.invoice.database.Database.Transaction;
import reactor.core.publisher.Mono;

/**
 * Finds the invoice that takes a further line: that of a month, or else that of the first later month whose invoice is open and in the
 * currency of the line. A month without an invoice gets one.
 */
public final class OpenInvoices {

    private static final String CREATE = """
            INSERT INTO invoice (invoice_id, owner_id, year, month, currency, status) VALUES ($1, $2, $3, $4, $5, 'open')
                ON CONFLICT DO NOTHING
            """;

    /** By owner and month, because another system may have named the invoice. The lock prevents that it is issued before it has the line. */
    private static final String FIND = """
            SELECT invoice_id, status = 'open' AND currency = $4 AS takes_line
              FROM invoice
             WHERE owner_id = $1 AND year = $2 AND month = $3
               FOR SHARE
            """;

    private record Invoice(String invoiceId, boolean takesLine) {}

    private OpenInvoices() {}

    /**
     * The id of the invoice, which stays open until the transaction ends.
     *
     * @param month the first month that may have the line. Its owner exists
     * @param currency of the line (ISO 4217)
     */
    public static Mono<String> from(BillingMonth month, String currency, Transaction transaction) {
        return transaction
                .update(CREATE, month.invoiceId(), month.ownerId(), month.year(), month.month(), currency)
                .then(transaction
                        .query(
                                FIND,
                                row -> new Invoice(
                                        column(row, "invoice_id", String.class),
                                        column(row, "takes_line", Boolean.class)),
                                month.ownerId(),
                                month.year(),
                                month.month(),
                                currency)
                        .singleOrEmpty())
                .switchIfEmpty(Mono.error(() -> new IllegalStateException(
                        "The invoice id " + month.invoiceId() + " belongs to another owner or month")))
                .flatMap(invoice -> invoice.takesLine()
                        ? Mono.just(invoice.invoiceId())
                        : Mono.defer(() -> from(month.next(), currency, transaction)));
    }
}
