package io.dronedelivery.invoice.line;

import io.dronedelivery.invoice.month.BillingMonth;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import io.dronedelivery.servicekit.security.Identifier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@EnableConfigurationProperties(LineProperties.class)
final class LineController {

    private final InvoiceLines lines;
    private final LineProperties properties;

    LineController(InvoiceLines lines, LineProperties properties) {
        this.lines = lines;
        this.properties = properties;
    }

    @Access("scope:invoices.read")
    @GetMapping("/api/invoices/{ownerId}/{year}/{month}/lines")
    Mono<LinePage> lines(
            @PathVariable String ownerId,
            @PathVariable int year,
            @PathVariable int month,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(defaultValue = "0") long after,
            Caller caller) {
        BillingMonth billed = new BillingMonth(caller.owner(ownerId), year, month);
        int pageSize = limit == null ? properties.defaultLimit() : limit;
        if (pageSize < 1 || pageSize > properties.maxLimit()) {
            throw ProblemException.invalid("limit", "must be from 1 to " + properties.maxLimit());
        }
        if (after < 0) {
            throw ProblemException.invalid("after", "must be the \"next\" of an earlier page");
        }
        return lines.read(billed, after, pageSize + 1)
                .map(read -> LinePage.of(billed, read, pageSize))
                .switchIfEmpty(Mono.error(billed::unknownOwner));
    }

    @Access("scope:invoices.read")
    @GetMapping("/api/invoices/{ownerId}/lines/{deliveryId}")
    Mono<InvoiceLine> ofDelivery(
            @PathVariable @Identifier String ownerId, @PathVariable @Identifier String deliveryId, Caller caller) {
        return lines.ofDelivery(caller.owner(ownerId), deliveryId)
                .switchIfEmpty(Mono.error(() -> ProblemException.of(
                        ProblemType.NOT_FOUND, "No invoice has a line of the delivery '" + deliveryId + "'.")));
    }
}
