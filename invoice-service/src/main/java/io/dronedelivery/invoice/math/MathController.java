package io.dronedelivery.invoice.math;

import io.dronedelivery.invoice.pricing.JobRequests;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.security.Access;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Has a number doubled by a worker behind the queue. */
@RestController
final class MathController {

    private final @Nullable JobRequests requests;

    MathController(ObjectProvider<JobRequests> requests) {
        this.requests = requests.getIfAvailable();
    }

    @Access("authenticated")
    @GetMapping(path = "/api/math/{number}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<byte[]> doubled(@PathVariable String number) {
        MathNumber checked = MathNumber.of(number);
        return requests == null
                ? Mono.error(withoutQueue())
                : requests.send(Long.toString(checked.value()).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A problem of type "not found", which is no failure of the service. So the gateway's circuit breaker, which invoices share, stays
     * closed.
     */
    private static ProblemException withoutQueue() {
        return ProblemException.of(
                ProblemType.NOT_FOUND,
                "There are no workers here: invoice.pricing.queue is none; memory, postgres, servicebus or kafka starts them.");
    }
}
