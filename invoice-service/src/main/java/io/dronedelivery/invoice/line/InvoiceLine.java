package io.dronedelivery.invoice.line;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/**
 * What one delivery adds to an invoice.
 *
 * @param lineId ascending in the order in which lines were inserted; those that are inserted at the same time may become visible in another
 * @param amount two decimals
 * @param currency of the amount (ISO 4217)
 */
record InvoiceLine(
        long lineId, String deliveryId, String description, BigDecimal amount, Currency currency, Instant createdAt) {}
