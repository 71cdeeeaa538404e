package io.dronedelivery.invoice.completed;

import io.dronedelivery.invoice.database.Database.Transaction;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.invoice.pricing.Tariff;
import io.dronedelivery.servicekit.security.Owner;
import java.math.BigDecimal;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * Puts a completed delivery onto its owner's invoice: that of the month in which it was asked for or, when that one does not take it, of
 * the first month after it whose invoice does. An issued invoice does not change any more, and one in another currency than the price
 * would sum up two of them.
 */
final class Billing {

    private static final String OWNER = "INSERT INTO owner (owner_id) VALUES ($1) ON CONFLICT DO NOTHING";

    private static final String INVOICE = """
            INSERT INTO invoice (invoice_id, owner_id, year, month, currency, status) VALUES ($1, $2, $3, $4, $5, 'open')
                ON CONFLICT DO NOTHING
            """;

    /** The lock keeps the invoice from being issued before this line is on it. */
    private static final String TAKES_LINE =
            "SELECT status = 'open' AND currency = $2 FROM invoice WHERE invoice_id = $1 FOR SHARE";

    private static final String LINE = """
            INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
            VALUES ($1, $2, $3, $4, now())
                ON CONFLICT (delivery_id) DO NOTHING
            """;

    /** Adds the line; false when the delivery has one already. */
    Mono<Boolean> bill(DeliveryCompleted delivery, Transaction transaction) {
        BillingMonth month = BillingMonth.of(Owner.ofMessage(delivery.ownerId()), delivery.requestedAt());
        return transaction
                .update(OWNER, month.ownerId())
                .then(openInvoice(month, transaction))
                .flatMap(invoiceId -> addLine(invoiceId, delivery, transaction));
    }

    private Mono<String> openInvoice(BillingMonth month, Transaction transaction) {
        String currency = Tariff.CURRENCY.getCurrencyCode();
        return transaction
                .update(INVOICE, month.invoiceId(), month.ownerId(), month.year(), month.month(), currency)
                .then(transaction
                        .query(
                                TAKES_LINE,
                                row -> Objects.requireNonNull(row.get(0, Boolean.class)),
                                month.invoiceId(),
                                currency)
                        .single())
                .flatMap(takesLine -> takesLine
                        ? Mono.just(month.invoiceId())
                        : Mono.defer(() -> openInvoice(month.next(), transaction)));
    }

    private static Mono<Boolean> addLine(String invoiceId, DeliveryCompleted delivery, Transaction transaction) {
        BigDecimal amount = Tariff.price(
                delivery.distanceKm(), delivery.packagesWeightKg(), delivery.packageCount(), delivery.expedited());
        return transaction
                .update(LINE, invoiceId, delivery.deliveryId(), delivery.description(), amount)
                .map(added -> added == 1);
    }
}
