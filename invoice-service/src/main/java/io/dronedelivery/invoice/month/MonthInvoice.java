package io.dronedelivery.invoice.month;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Currency;

/**
 * The invoice of one owner's month, summed up.
 *
 * @param currency of the total (ISO 4217)
 * @param total of all lines, two decimals
 */
record MonthInvoice(String invoiceId, Currency currency, long lineCount, BigDecimal total, Status status) {

    /** Status of an invoice. */
    enum Status {
        /** Nothing was delivered in the month (yet). */
        @JsonProperty("empty")
        EMPTY,
        /** Lines may still be added. */
        @JsonProperty("open")
        OPEN,
        /** Sent to the owner; does not change any more. */
        @JsonProperty("issued")
        ISSUED
    }
}
