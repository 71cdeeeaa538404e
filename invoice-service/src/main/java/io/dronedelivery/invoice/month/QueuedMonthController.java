package io.dronedelivery.invoice.month;

import io.dronedelivery.invoice.pricing.ConditionalOnPricingQueue;
import io.dronedelivery.invoice.pricing.JobRequests;
import io.dronedelivery.servicekit.security.Access;
import io.dronedelivery.servicekit.security.Caller;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/** Has a month summed up by a worker behind the queue; the reply is passed on unchanged. */
@RestController
@ConditionalOnPricingQueue
final class QueuedMonthController {

    private final JobRequests pricing;
    private final ObjectMapper json;

    QueuedMonthController(JobRequests pricing, ObjectMapper json) {
        this.pricing = pricing;
        this.json = json;
    }

    @Access("scope:invoices.read")
    @GetMapping(path = "/api/invoices/{ownerId}/{year}/{month}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<byte[]> invoice(@PathVariable String ownerId, @PathVariable int year, @PathVariable int month, Caller caller) {
        BillingMonth billed = new BillingMonth(caller.owner(ownerId), year, month);
        return pricing.send(written(billed))
                .flatMap(reply -> reply.length == 0 ? Mono.error(billed.unknownOwner()) : Mono.just(reply));
    }

    private byte[] written(BillingMonth month) {
        try {
            return json.writeValueAsBytes(MonthJob.of(month));
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }
}
