package io.dronedelivery.invoice.reversal;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/**
 * @param lineId of the reversal
 * @param invoiceId the invoice that has the reversal
 * @param amount the negated amount of the line
 * @param reverses the id of the line
 * @param reversedInvoiceId the invoice that has the line
 * @param why the operator's reason. The owner does not see it
 * @param by the operator
 */
record Reversal(
        long lineId,
        String invoiceId,
        String deliveryId,
        BigDecimal amount,
        Currency currency,
        long reverses,
        String reversedInvoiceId,
        String why,
        String by,
        Instant createdAt) {}
