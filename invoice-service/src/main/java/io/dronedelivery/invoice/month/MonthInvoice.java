package io.dronedelivery.invoice.month;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Currency;

/**
 * The summed-up invoice of one owner's month.
 *
 * @param currency of the total (ISO 4217)
 * @param lineCount lines and reversals
 * @param total of all lines, with two decimals
 */
record MonthInvoice(String invoiceId, Currency currency, long lineCount, BigDecimal total, InvoiceStatus status) {

    enum InvoiceStatus {
        /** No delivery was completed in the month (yet). */
        @JsonProperty("empty")
        EMPTY,
        /** Lines may still be added. */
        @JsonProperty("open")
        OPEN,
        /** Sent to the owner; no longer changes. */
        @JsonProperty("issued")
        ISSUED
    }
}
