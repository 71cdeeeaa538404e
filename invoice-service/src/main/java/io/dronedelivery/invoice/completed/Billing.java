package io.dronedelivery.invoice.completed;

import io.dronedelivery.invoice.database.Database.Transaction;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.invoice.pricing.Tariff;
import io.dronedelivery.servicekit.security.Owner;
import java.math.BigDecimal;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * Adds a completed delivery to its owner's invoice. That is the invoice of the month of the request. If that invoice does not take the
 * line, the line goes onto the invoice of the first later month that does. An invoice takes no line when it is issued, or when its currency
 * differs from the price's.
 */
final class Billing {

    private static final String OWNER = "INSERT INTO owner (owner_id) VALUES ($1) ON CONFLICT DO NOTHING";

    private static final String INVOICE = """
            INSERT INTO invoice (invoice_id, owner_id, year, month, currency, status) VALUES ($1, $2, $3, $4, $5, 'open')
                ON CONFLICT DO NOTHING
            """;

    /** The lock prevents the invoice from being issued before this line is on it. */
    private static final String TAKES_LINE =
            "SELECT status = 'open' AND currency = $2 FROM invoice WHERE invoice_id = $1 FOR SHARE";

    private static final String LINE = """
            INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
            VALUES ($1, $2, $3, $4, now())
                ON CONFLICT (delivery_id) DO NOTHING
            """;

    /** Adds the line. Returns false when the delivery has a line already. */
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
