package io.dronedelivery.invoice.month;

import io.dronedelivery.invoice.pricing.ConditionalOnPricingQueue;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.servicekit.deadline.Deadline;
import java.time.Duration;
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

    private static final Duration AS_CONFIGURED = Duration.ofDays(1);

    private final RequestReply pricing;
    private final ObjectMapper json;

    QueuedMonthController(RequestReply pricing, ObjectMapper json) {
        this.pricing = pricing;
        this.json = json;
    }

    @GetMapping(path = "/api/invoices/{ownerId}/{year}/{month}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<byte[]> invoice(@PathVariable String ownerId, @PathVariable int year, @PathVariable int month) {
        BillingMonth billed = new BillingMonth(ownerId, year, month);
        return Mono.deferContextual(context -> {
                    Duration limit = Deadline.remainingUpTo(AS_CONFIGURED, context);
                    return limit.toMillis() < 1
                            ? Mono.error(Deadline.exceeded())
                            : pricing.request(written(billed), limit);
                })
                .flatMap(reply -> reply.length == 0 ? Mono.error(billed.unknownOwner()) : Mono.just(reply));
    }

    private byte[] written(BillingMonth month) {
        try {
            return json.writeValueAsBytes(month);
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }
}
