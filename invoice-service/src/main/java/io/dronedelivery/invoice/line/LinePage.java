package io.dronedelivery.invoice.line;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.invoice.month.BillingMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some consecutive lines of an invoice.
 *
 * @param next what to ask for {@code after} to get the following page; absent on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LinePage(String invoiceId, List<InvoiceLine> lines, @Nullable Long next) {

    /** A page of a list that was read one line further than the page is long, to know whether another follows. */
    static LinePage of(BillingMonth month, List<InvoiceLine> read, int limit) {
        boolean last = read.size() <= limit;
        List<InvoiceLine> lines = last ? read : read.subList(0, limit);
        return new LinePage(
                month.invoiceId(),
                lines,
                last ? null : lines.get(lines.size() - 1).lineId());
    }
}
