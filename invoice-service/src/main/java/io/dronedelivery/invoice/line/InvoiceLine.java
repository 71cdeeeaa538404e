package io.dronedelivery.invoice.line;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/**
 * The part of an invoice that one delivery adds, or a reversal of such a part.
 *
 * @param lineId ascending in the order of insertion; lines inserted at the same time may become visible in another order
 * @param amount with two decimals; a reversal has the negated amount of its line
 * @param currency of the amount (ISO 4217)
 * @param reverses of a reversal, the id of the line that it takes back
 * @param reversedBy of a line that was taken back, the id of its reversal, which may be on a later invoice
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record InvoiceLine(
        long lineId,
        String deliveryId,
        String description,
        BigDecimal amount,
        Currency currency,
        Instant createdAt,
        @Nullable Long reverses,
        @Nullable Long reversedBy) {}
