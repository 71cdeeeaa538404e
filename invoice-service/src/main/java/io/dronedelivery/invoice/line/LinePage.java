package io.dronedelivery.invoice.line;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.invoice.month.BillingMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param next the value of {@code after} for the following page; absent on the last page */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LinePage(
        String invoiceId, List<InvoiceLine> lines, @Nullable Long next) {

    /** Makes a page from a list that has one line more than the page when another page follows. */
    static LinePage of(BillingMonth month, List<InvoiceLine> read, int limit) {
        boolean last = read.size() <= limit;
        List<InvoiceLine> lines = last ? read : read.subList(0, limit);
        return new LinePage(
                month.invoiceId(),
                lines,
                last ? null : lines.get(lines.size() - 1).lineId());
    }
}
