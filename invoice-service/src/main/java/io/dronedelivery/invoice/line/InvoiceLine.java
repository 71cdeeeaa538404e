package io.dronedelivery.invoice.line;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/**
 * The part of an invoice that one delivery adds.
 *
 * @param lineId ascending in the order of insertion; lines inserted at the same time may become visible in another order
 * @param amount with two decimals
 * @param currency of the amount (ISO 4217)
 */
record InvoiceLine(
        long lineId, String deliveryId, String description, BigDecimal amount, Currency currency, Instant createdAt) {}
