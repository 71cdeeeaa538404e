package io.dronedelivery.invoice.month;

import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Sums up a month in the process that received the request. */
@RestController
@ConditionalOnProperty(name = "invoice.pricing.queue", havingValue = "none", matchIfMissing = true)
final class MonthController {

    private final MonthInvoices invoices;

    MonthController(MonthInvoices invoices) {
        this.invoices = invoices;
    }

    @Access("scope:invoices.read")
    @GetMapping("/api/invoices/{ownerId}/{year}/{month}")
    Mono<MonthInvoice> invoice(
            @PathVariable String ownerId, @PathVariable int year, @PathVariable int month, Caller caller) {
        BillingMonth billed = new BillingMonth(caller.owner(ownerId), year, month);
        return invoices.find(billed).switchIfEmpty(Mono.error(billed::unknownOwner));
    }
}
