package io.dronedelivery.invoice.completed;

import io.dronedelivery.invoice.database.Database.Transaction;
import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.invoice.month.OpenInvoices;
import io.dronedelivery.invoice.pricing.Tariff;
import io.dronedelivery.invoice.pricing.Tariffs;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.servicekit.security.Owner;
import java.math.BigDecimal;
import reactor.core.publisher.Mono;

/** Adds a completed delivery to its owner's invoice of the month of the request, or to a later one, see {@link OpenInvoices}. */
record Billing(Tariffs tariffs) {

    private static final String OWNER = "INSERT INTO owner (owner_id) VALUES ($1) ON CONFLICT DO NOTHING";

    private static final String LINE = """
            INSERT INTO invoice_line (invoice_id, delivery_id, description, amount, created_at)
            VALUES ($1, $2, $3, $4, now())
                ON CONFLICT (delivery_id) DO NOTHING
            """;

    /**
     * Adds the line. Returns false when the delivery has a line already.
     *
     * @throws InvalidEventException when this release does not know the tariff
     */
    Mono<Boolean> bill(DeliveryCompleted delivery, Transaction transaction) {
        BigDecimal amount = price(delivery);
        BillingMonth month = BillingMonth.of(Owner.ofMessage(delivery.ownerId()), delivery.requestedAt());
        return transaction
                .update(OWNER, month.ownerId())
                .then(OpenInvoices.from(month, Tariff.CURRENCY.getCurrencyCode(), transaction))
                .flatMap(invoiceId ->
                        transaction.update(LINE, invoiceId, delivery.deliveryId(), delivery.description(), amount))
                .map(added -> added == 1);
    }

    private BigDecimal price(DeliveryCompleted delivery) {
        int version = delivery.tariffVersion() == null ? Tariffs.FIRST : delivery.tariffVersion();
        Tariff tariff = tariffs.version(version);
        if (tariff == null) {
            throw new InvalidEventException(
                    "Version " + version + " of the tariff is not known; known are " + tariffs.versions());
        }
        return tariff.price(
                delivery.distanceKm(), delivery.packagesWeightKg(), delivery.packageCount(), delivery.expedited());
    }
}
